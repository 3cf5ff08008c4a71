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
  /** The environment variable that sets the address on which the port listens. */
  readonly hostVariable: string;
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

/** Returns the error with which the start ends if a port cannot be opened. Says what to do about the usual reasons. */
export function portError(error: unknown, address: PortAddress): unknown {
  const { host, port, purpose, variable, hostVariable } = address;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new PortTakenError(address);
    case 'EACCES':
      return new StartError(
        `This user may not open port ${port} on ${host}, for ${purpose}. Choose a port from 1024 with ${variable}, or permit it.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EINVAL':
      return new StartError(
        `This machine has no address ${host}, on which ${purpose} should listen. Correct ${hostVariable}.`,
      );
    default:
      return error;
  }
}
