import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from './self-signed.ts';

const { certificate: cert, key } = selfSigned();

export interface ReceivedMail {
  /** The addresses of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly isEncrypted: boolean;
  /** The name with which the sender has logged in. */
  readonly user: string | undefined;
  /** The whole mail as it was sent. */
  readonly source: string;
}

/** A mail server of a test, on a free port of this machine. It keeps the mails that it accepts. */
export class MailReceiver {
  readonly mails: ReceivedMail[] = [];
  readonly port: number;
  readonly #server: SMTPServer;

  private constructor(server: SMTPServer) {
    this.#server = server;
    this.port = (server.server.address() as AddressInfo).port;
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailReceiver> {
    let receiver: MailReceiver | undefined;
    const server = new SMTPServer({
      authOptional: true,
      cert,
      key,
      disableReverseLookup: true,
      closeTimeout: 5_000,
      onData: (stream, session, callback) => {
        stream.toArray().then((chunks: Buffer[]) => {
          const { mailFrom, rcptTo } = session.envelope;
          receiver?.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            isEncrypted: session.secure,
            user: session.user,
            source: Buffer.concat(chunks).toString(),
          });
          callback();
        }, callback);
      },
      ...options,
    });
    // A sender that does not trust the certificate breaks off the connection.
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    receiver = new MailReceiver(server);
    return receiver;
  }

  get connections(): number {
    return this.#server.connections.size;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
