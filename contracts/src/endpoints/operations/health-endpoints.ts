import { Type } from 'typebox';
import { closed } from '../../field-schemas.ts';
import type { EndpointGroup, PlainEndpoint } from '../endpoint.ts';

const probe = { port: 'operations', security: 'none', method: 'GET', answers: 'plain', errors: [] } as const;
const json = 'application/json';

export const isAlive: PlainEndpoint = {
  ...probe,
  id: 'isAlive',
  path: '/health/live',
  summary: 'Check that the process is alive',
  description: 'If this call gets no answer, restart the process.',
  plainAnswers: [
    {
      status: 200,
      description: 'The process is alive.',
      mediaType: json,
      schema: Type.Object({ status: Type.Literal('alive') }, closed),
      example: { status: 'alive' },
    },
  ],
};

export const isReady: PlainEndpoint = {
  ...probe,
  id: 'isReady',
  path: '/health/ready',
  summary: 'Check that the instance can serve requests',
  description:
    'While an instance is not ready, send it no requests. An instance is not ready if it is stopping, if the database does not ' +
    'answer, or if the database belongs to another version. An instance with only the role `worker` is also not ready while work ' +
    'is overdue or its clock is wrong, because it then does no work. Other instances stay ready and report these two faults in ' +
    '`warnings`.',
  plainAnswers: [
    {
      status: 200,
      description: 'The instance can serve requests.',
      mediaType: json,
      schema: Type.Object(
        {
          status: Type.Literal('ready'),
          warnings: Type.Optional(
            Type.Array(Type.String(), {
              description:
                'What is wrong, although the instance can serve requests: work is overdue, so perhaps no worker runs, or the ' +
                'instance’s clock is wrong. Absent if nothing is wrong.',
            }),
          ),
        },
        closed,
      ),
      example: { status: 'ready' },
    },
    {
      status: 503,
      description: 'The instance cannot serve requests now.',
      mediaType: json,
      schema: Type.Object(
        {
          status: Type.Literal('not ready'),
          faults: Type.Array(Type.String(), { description: 'What is missing.' }),
        },
        closed,
      ),
      example: { status: 'not ready', faults: ['the database does not answer'] },
    },
  ],
};

export const readMetrics: PlainEndpoint = {
  ...probe,
  id: 'readMetrics',
  path: '/metrics',
  summary: 'Metrics',
  description: 'In the text format of Prometheus.',
  plainAnswers: [
    {
      status: 200,
      description: 'All metrics of this instance.',
      mediaType: 'text/plain',
      schema: Type.String(),
      example:
        '# TYPE kassa_http_request_duration_seconds histogram\nkassa_http_request_duration_seconds_count{app="merchant",method="POST",route="/api/merchant/payment/create",status="200"} 42\n',
    },
  ],
};

/** Endpoints for orchestrators and metrics scrapers. Their callers need no token, and the answers have no envelope. */
export const healthGroup: EndpointGroup = {
  id: 'operations-health',
  title: 'Health and metrics',
  description:
    'Endpoints for orchestrators and metrics scrapers. They are reachable over plain HTTP inside a deployment and need no token.',
  endpoints: [isAlive, isReady, readMetrics],
};
