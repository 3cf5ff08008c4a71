import { jsonLine, printable } from '@kassa/contracts/terminal';
import type { ListenReporter } from '../listen/listen-reporter.ts';
import type { Colours } from './colours.ts';
import { eventTypeCell } from './state-paint.ts';

/** Prints what a listener does, one line per report. */
export function textReporter(
  write: (text: string) => void,
  colours: Colours,
  clock: () => Date = () => new Date(),
): ListenReporter {
  const line = (text: string) => write(`${colours.dim(timeOfDay(clock()))}  ${text}\n`);
  return {
    forwarded(event, { httpStatus, durationMs }, tries) {
      const { paint } = eventTypeCell(event.event_type, colours);
      const again = tries > 1 ? colours.dim(`  at try ${tries}`) : '';
      line(
        `${paint(printable(event.event_type).padEnd(TYPE_WIDTH))}  ${printable(event.event_id)}  ` +
          `${colours.green(String(httpStatus))}  ${durationMs} ms${again}`,
      );
    },
    refused(event, { httpStatus, answer }, _tries, retryInMs) {
      const { paint } = eventTypeCell(event.event_type, colours);
      const said = answer === '' ? '' : `  "${printable(answer)}"`;
      line(
        `${paint(printable(event.event_type).padEnd(TYPE_WIDTH))}  ${printable(event.event_id)}  ` +
          `${colours.red(String(httpStatus))}${said}  again in ${retryInMs / 1000} s`,
      );
    },
    targetIsDown(reason, waitingCount) {
      const what = waitingCount === 1 ? '1 event is waiting' : `${waitingCount} events are waiting`;
      line(`${colours.yellow('Your server does not answer')} (${printable(reason)}); ${what}, retrying`);
    },
    targetAnswers() {
      line(colours.green('Your server answers again'));
    },
    gatewayIsAway(error) {
      line(`${colours.yellow('The gateway does not answer')} (${printable(error.detail)}); retrying`);
    },
    gatewayAnswers() {
      line(colours.green('The gateway answers again'));
    },
    placeWasLost() {
      line(
        `${colours.yellow('The gateway does not know this command’s position in the event log')}, because its database was replaced; reading the log from the start`,
      );
    },
  };
}

/** Prints what a listener does as one JSON document per line, so that scripts can read it. */
export function jsonReporter(write: (text: string) => void): ListenReporter {
  const line = (document: object) => write(jsonLine(document));
  return {
    forwarded: (event, { httpStatus, durationMs }, tries) =>
      line({ kind: 'forwarded', http_status: httpStatus, duration_ms: durationMs, tries, event }),
    refused: (event, { httpStatus, durationMs, answer }, tries, retryInMs) =>
      line({
        kind: 'refused',
        http_status: httpStatus,
        duration_ms: durationMs,
        tries,
        answer,
        retry_in_ms: retryInMs,
        event,
      }),
    targetIsDown: (reason, waiting) => line({ kind: 'target_down', reason, waiting }),
    targetAnswers: () => line({ kind: 'target_answers' }),
    gatewayIsAway: (error) => line({ kind: 'gateway_away', reason: error.detail }),
    gatewayAnswers: () => line({ kind: 'gateway_answers' }),
    placeWasLost: () => line({ kind: 'place_lost' }),
  };
}

/** The width of the column of event types: the length of the longest type, `order.payment.processing`. */
const TYPE_WIDTH = 24;

function timeOfDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
}
