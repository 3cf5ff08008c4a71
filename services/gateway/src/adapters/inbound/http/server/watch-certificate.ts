import type { Alerts } from '../../../../ports/alerts.ts';
import { type Certificate, isSameCertificate } from './certificate.ts';

const LOOK_EVERY_MS = 10_000;
/** The number of checks from one alert to the next while a problem lasts, so that there is one alert an hour. */
const LOOKS_BETWEEN_ALERTS = 360;
/** Automatic renewal replaces a certificate weeks before it expires. If only a week is left, the renewal has failed. */
const EXPIRES_SOON_MS = 7 * 24 * 60 * 60 * 1_000;

interface Dependencies {
  /** Reads the certificate from its files. Throws if they are not a certificate and its key. */
  readonly read: () => Promise<Certificate>;
  /** The certificate that the servers use when this class begins to watch the files. */
  readonly used: Certificate;
  /** Makes the servers use another certificate. */
  readonly use: (certificate: Certificate) => void;
  readonly alerts: Alerts;
  /** Tells the real time, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Reads the certificate files regularly, and makes the servers use a changed certificate. If the files are not a certificate
 * and its key, the servers keep the previous certificate, and an alert tells the operators.
 *
 * The files are compared by their content and not by their dates. Kubernetes and the usual certificate clients replace a
 * symbolic link, not the file itself.
 */
export class WatchCertificate {
  readonly #deps: Dependencies;
  readonly #now: () => number;
  #used: Certificate;
  #timer: NodeJS.Timeout | undefined;
  /** The number of checks in a row that have found a problem. */
  #troubledLooks = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#used = deps.used;
  }

  start(): void {
    void this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the files now, because an operator has requested it. If there is a problem, raises the alert immediately. */
  async reload(): Promise<void> {
    this.#troubledLooks = 1;
    await this.#look();
  }

  /** The first check that finds a problem raises no alert, because somebody may be replacing the two files at that moment. */
  async #look(): Promise<void> {
    const problem = await this.#update();
    this.#troubledLooks = problem === null ? 0 : this.#troubledLooks + 1;
    if (problem === null || this.#troubledLooks % LOOKS_BETWEEN_ALERTS !== 2) return;
    this.#deps.alerts.raise({ kind: 'certificate_unusable', detail: problem });
  }

  /** Makes the servers use the certificate in the files. Returns the fault of the certificate; null if there is none. */
  async #update(): Promise<string | null> {
    try {
      const found = await this.#deps.read();
      if (!isSameCertificate(found, this.#used)) {
        this.#deps.use(found);
        this.#used = found;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `${reason}, so the gateway still uses the certificate from before`;
    }
    const { expiresAt } = this.#used;
    return expiresAt.getTime() - this.#now() < EXPIRES_SOON_MS
      ? `the certificate is valid until ${expiresAt.toISOString()} only`
      : null;
  }
}
