import { join } from 'node:path';
import { createColumns, type EngineAddress } from '@sightglass/store';
import { awaitServer, type EngineLog, startEngine } from '../engine/index.ts';
import { keepIn } from './engine-kept.ts';
import type { Wishes } from './environment.ts';
import { chooseSocket } from './socket.ts';

/** The engine that holds the rows: one of our own beside us, or a ClickHouse server. */
export interface ChosenEngine {
  address: EngineAddress;
  /** For the operator; without password. */
  name: string;
  /** Resolves when it answers for the first time. @throws {SightglassError} when it never will */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** @throws {BadWish} for an engine that the data folder does not keep its rows in */
export function startChosenEngine(
  { data, clickhouse }: Pick<Wishes, 'data' | 'clickhouse'>,
  log: EngineLog,
  say: (line: string) => void,
): ChosenEngine {
  const { folder } = keepIn(data, clickhouse === undefined ? 'embedded' : 'clickhouse');
  if (clickhouse === undefined) {
    const socket = chooseSocket(data);
    const engine = startEngine({ dataDir: join(data, 'engine'), socketPath: socket.path, log });
    return {
      address: { socketPath: socket.path },
      name: 'The column engine',
      ready: engine.ready,
      stop: async () => {
        await engine.stop();
        socket.remove();
      },
    };
  }
  const address = { ...clickhouse, folder };
  const name = `ClickHouse at ${new URL(clickhouse.url).host}`;
  const columns = createColumns(address);
  const server = awaitServer({
    columns,
    folder,
    log,
    onAway: () => say(`${name} does not answer. What comes in is kept, and can be asked for once it does.`),
  });
  return {
    address,
    name,
    ready: server.ready,
    stop: async () => {
      server.stop();
      await columns.stop();
    },
  };
}
