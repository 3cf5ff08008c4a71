/**
 * Thrown when the gateway cannot start for a reason that people can correct. The message explains how, so it is printed without
 * a stack trace.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

export interface PortAddress {
  readonly host: string;
  readonly port: number;
  /** What the port is for. */
  readonly purpose: string;
  /** The environment variable that sets the port. */
  readonly variable: string;
}

/** Thrown when another program uses the port. The message names the environment variable that sets the port. */
export class PortTakenError extends StartError {
  override readonly name = 'PortTakenError';

  constructor(address: PortAddress) {
    const { host, port, purpose, variable } = address;
    super(
      `Port ${port} on ${host}, for ${purpose}, is taken by another program. Stop that program, or choose another port with ${variable}.`,
    );
  }
}
