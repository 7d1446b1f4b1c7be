import type { ErrorCode } from '@sightglass/wire';
import type { FastifyInstance } from 'fastify';

/** One number that the server tells about itself, for `/metrics`. */
export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  values: { labels?: Record<string, string>; value: number }[];
}

export interface Condition {
  /** Whether questions can be answered now; the intake may take in before that. */
  ready(): Promise<boolean>;
  /** The code of a file that is damaged: it does not become well by waiting. */
  damage(): ErrorCode | undefined;
  /** What the intake answers to everything now; null: it takes in. */
  refusal(): ErrorCode | null;
  metrics(): Promise<Metric[]>;
}

/** `/health`: the process lives, and by name what keeps the intake from taking in. `/ready`: it can answer. `/metrics`: its numbers, without a name of anybody or any project. */
export function serveHealth(app: FastifyInstance, condition: Condition): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const intake = condition.refusal();
    // It is no reason to start the process anew, which is what whoever asks would do for any other status.
    return intake === null ? { status: 'ok' } : { status: 'ok', intake };
  });
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const damage = condition.damage();
    const ready = damage === undefined && (await condition.ready());
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503);
    if (damage !== undefined) return { status: 'damaged', code: damage };
    return { status: ready ? 'ready' : 'starting' };
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    return toPrometheus(await condition.metrics());
  });
}

/** Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function toPrometheus(metrics: Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, values }) => [
    `# HELP sightglass_${name} ${help}`,
    `# TYPE sightglass_${name} ${type}`,
    ...values.map(({ labels, value }) => `sightglass_${name}${labelText(labels)} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function labelText(labels: Record<string, string> | undefined): string {
  if (labels === undefined) return '';
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `{${pairs.join(',')}}`;
}
