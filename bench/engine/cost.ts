import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createClient } from '@clickhouse/client';
import { type Columns, type Parameters, whileAsked } from '../../packages/store/src/index.ts';

/** What a question costs the engine, whoever else uses the machine meanwhile. */
export interface Cost {
  cpuMs: number;
  /** As the engine counts them: what its indexes spare is not among them. */
  rows: number;
  bytes: number;
}

export interface Meter {
  /** Of the engine's whole process so far, in steps of 10 ms. */
  cpuMs(): number;
  /** What the statements read that `work` asks of these columns; each of them is asked once more. */
  readBy(work: (columns: Columns) => Promise<unknown>): Promise<Pick<Cost, 'rows' | 'bytes'>>;
  stop(): Promise<void>;
}

/** Linux counts the processor time of a process in these. */
const tickMs = 10;
/** Places of `utime` and `stime` in /proc/…/stat, after the name in parentheses. */
const [utimeAt, stimeAt] = [11, 12];

export function createMeter(columns: Columns, socketPath: string, pid: () => number | undefined): Meter {
  // Node's own types leave this option of its out.
  const address = { socketPath };
  const agent = new Agent({ ...address, keepAlive: true });
  const client = createClient({ url: 'http://engine', http_agent: agent, request_timeout: 60_000 });

  async function readBy(work: (columns: Columns) => Promise<unknown>): Promise<Pick<Cost, 'rows' | 'bytes'>> {
    const asked: { sql: string; parameters: Parameters }[] = [];
    // What is remembered of the engine is remembered here too: otherwise its days would be counted again.
    const counted = whileAsked(columns, new AbortController().signal);
    counted.ask = (sql, parameters = {}, options) => {
      asked.push({ sql, parameters });
      return columns.ask(sql, parameters, options);
    };
    await work(counted);
    const read = { rows: 0, bytes: 0 };
    for (const { sql, parameters } of asked) {
      // Of its formats only this one tells what was read.
      const answer = await client.query({
        ...{ query: sql, query_params: parameters, format: 'JSON' as const },
        // What is counted is no time: on a busy machine it may take longer than a question has.
        clickhouse_settings: { max_execution_time: 60 },
      });
      const { statistics } = await answer.json();
      read.rows += statistics?.rows_read ?? 0;
      read.bytes += statistics?.bytes_read ?? 0;
    }
    return read;
  }

  return {
    cpuMs() {
      const stat = readFileSync(`/proc/${pid()}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[utimeAt]) + Number(fields[stimeAt])) * tickMs;
    },
    readBy,
    stop: async () => {
      await client.close();
      agent.destroy();
    },
  };
}
