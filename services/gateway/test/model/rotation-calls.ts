import type { GatewayProcesses } from './gateway-processes.ts';
import type { RotationHappening } from './happenings.ts';
import type { Stage } from './stage.ts';

/** Operators' replacements of keys and callback secrets, with the answers that are right for them. */
export class RotationCalls {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;

  constructor(stage: Stage, processes: GatewayProcesses) {
    this.#stage = stage;
    this.#processes = processes;
  }

  async happen(happening: RotationHappening): Promise<void> {
    const { channel, keys } = this.#stage;
    const { channelId } = channel[happening.channel];
    switch (happening.do) {
      case 'rotate':
        if (happening.to === 'same_account') this.#rotate(channelId, happening.at, happening.isSecretNew);
        else this.#rotateToOther(channelId, happening.at);
        return;
      case 'sign_anew':
        keys.signAnew(channelId);
        return;
      case 'retire_secret':
        await this.#retire(channelId, happening.at);
        return;
    }
  }

  /** Makes the remaining steps of the operator and the processor, so that both use the same secret. */
  async finish(): Promise<void> {
    for (const { channelId } of this.#stage.channel.both) {
      await this.#stage.keys.signAsStored(channelId);
      await this.#stage.keys.revokeOlder(channelId);
    }
  }

  #rotate(channelId: string, at: number, isSecretNew: boolean): void {
    const { keys, witnesses } = this.#stage;
    const credentials = keys.newCredentials(channelId, 'own', isSecretNew);
    keys.noteGiven(credentials);
    const unanswered = witnesses.unansweredQuestions;
    this.#processes.call(
      at,
      `rotate ${channelId}`,
      async (gateway) => {
        const answer = await gateway.credentials.rotate(channelId, credentials);
        if (answer.kind === 'changed') await keys.revokeOlder(channelId);
        return answer;
      },
      (outcome) => {
        const isRight =
          outcome === 'changed' ||
          // The rotation may be refused even if it brings no new secret, because the newest secret may already be the third
          // one.
          outcome === 'SECRET_ROTATION_UNDER_WAY' ||
          (outcome === 'CHANNEL_ERROR' && witnesses.unansweredQuestions > unanswered);
        return isRight ? [] : [`answered ${outcome}`];
      },
    );
  }

  /** Tries to replace the keys with those of another account. A channel that has opened a payment must refuse. */
  #rotateToOther(channelId: string, at: number): void {
    const { chronicle, keys, witnesses } = this.#stage;
    const isUsed = chronicle.orders.some(({ attempts }) =>
      attempts.some((attempt) => attempt.channelId === channelId && attempt.opening !== null),
    );
    if (!isUsed) return;
    const credentials = keys.newCredentials(channelId, 'stranger', false);
    const unanswered = witnesses.unansweredQuestions;
    this.#processes.call(
      at,
      `rotate ${channelId} to another account`,
      (gateway) => gateway.credentials.rotate(channelId, credentials),
      (outcome) => {
        const isRight =
          outcome === 'CHANNEL_ACCOUNT_DIFFERS' ||
          outcome === 'SECRET_ROTATION_UNDER_WAY' ||
          (outcome === 'CHANNEL_ERROR' && witnesses.unansweredQuestions > unanswered);
        return isRight ? [] : [`answered ${outcome}`];
      },
    );
  }

  /** Retires the previous secret. An operator does so only once the processor signs with the current one. */
  async #retire(channelId: string, at: number): Promise<void> {
    const { keys } = this.#stage;
    const [current] = await keys.takenSecrets(channelId);
    if (current !== keys.signingSecret(channelId)) return;
    this.#processes.call(
      at,
      `retire the secret of ${channelId}`,
      (gateway) => gateway.credentials.retireCallbackSecret(channelId),
      (outcome) => (outcome === 'changed' ? [] : [`answered ${outcome}`]),
    );
  }
}
