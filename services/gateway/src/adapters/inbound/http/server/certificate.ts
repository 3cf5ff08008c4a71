import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** The paths of two files in PEM. */
export interface CertificateFiles {
  /** The server's certificate, followed by the certificates of the intermediate authorities. */
  readonly certificate: string;
  /** The private key of the server's certificate. */
  readonly key: string;
}

/** A certificate and its private key, which a server needs for TLS. */
export interface Certificate {
  readonly certificatePem: Buffer;
  readonly keyPem: Buffer;
  readonly expiresAt: Date;
}

/** Thrown when two files are not a certificate and its key. The message gives the reason, and contains no part of the key. */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
}

/** @throws {UnusableCertificate} */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const [certificatePem, keyPem] = await Promise.all([readPem(files.certificate), readPem(files.key)]);
  try {
    const { validToDate } = new X509Certificate(certificatePem);
    const certificate = { certificatePem, keyPem, expiresAt: validToDate };
    createSecureContext(secureContextOf(certificate));
    return certificate;
  } catch (error) {
    throw new UnusableCertificate(
      `${files.certificate} and ${files.key} are not a certificate and its private key in PEM (${codeOf(error)})`,
    );
  }
}

export function isSameCertificate(one: Certificate, other: Certificate): boolean {
  return one.certificatePem.equals(other.certificatePem) && one.keyPem.equals(other.keyPem);
}

export function secureContextOf({ certificatePem: cert, keyPem: key }: Certificate): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2' };
}

async function readPem(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UnusableCertificate(`${file} cannot be read (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
