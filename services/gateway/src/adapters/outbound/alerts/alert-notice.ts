import type { Alert } from '../../../ports/alerts.ts';

/** The origin that each sent alert names. */
export interface AlertOrigin {
  readonly environment: string;
  /** The instance that raises the alert, such as `api-1:10040`. */
  readonly instance: string;
  /** The public address of the merchant interface, without a trailing slash. It also serves the runbooks. */
  readonly deploymentUrl: string;
}

/** An alert that is to be sent to an operator. */
export interface AlertNotice {
  readonly alert: Alert;
  readonly from: AlertOrigin;
  /** The address of the runbook. */
  readonly runbook: string;
  readonly at: Date;
  /** When the first alert of this series was raised. A pause of ten minutes ends a series. */
  readonly since: Date;
  /** How many alerts of the same group were left out since the last alert that was sent. */
  readonly leftOut: number;
}

/** A way in which alerts reach an operator, such as a chat or a mailbox. */
export interface AlertCarrier {
  /** The setting that names the receiver. Log lines about the receiver contain the setting's name. */
  readonly setting: string;
  readonly counter: { readonly name: string; readonly help: string };
  /** How many different alerts of one kind are sent in a period of time. */
  readonly most: number;
  readonly windowMs: number;
  /** Sends an alert. Returns why the receiver has not accepted it; null if it has. May throw. */
  carry(notice: AlertNotice): Promise<string | null>;
}
