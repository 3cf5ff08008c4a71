import type { KassaError, WebhookEvent } from '../../index.ts';
import type { ForwardResult } from './forward-event.ts';

type Accepted = Extract<ForwardResult, { kind: 'accepted' }>;
type Refused = Extract<ForwardResult, { kind: 'refused' }>;

/** Receives reports of what a listener does, to show them to the user. */
export interface ListenReporter {
  forwarded(event: WebhookEvent, result: Accepted, tries: number): void;
  refused(event: WebhookEvent, result: Refused, tries: number, retryInMs: number): void;
  targetIsDown(reason: string, waitingCount: number): void;
  targetAnswers(): void;
  gatewayIsAway(error: KassaError): void;
  gatewayAnswers(): void;
  placeWasLost(): void;
}
