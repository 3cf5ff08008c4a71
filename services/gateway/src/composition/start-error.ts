/** A failed start whose cause people can fix. The message says how, and a stack trace would only hide it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

export interface PortAddress {
  readonly host: string;
  readonly port: number;
  /** What the port is for. */
  readonly purpose: string;
  /** The environment variable that changes the port. */
  readonly variable: string;
}

/** Says which port is taken, and how to choose another. */
export class PortTakenError extends StartError {
  override readonly name = 'PortTakenError';

  constructor(address: PortAddress) {
    const { host, port, purpose, variable } = address;
    super(
      `Port ${port} on ${host}, for ${purpose}, is taken by another program. Stop that program, or choose another port with ${variable}.`,
    );
  }
}
