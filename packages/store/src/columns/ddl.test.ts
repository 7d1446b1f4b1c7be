import { describe, expect, test } from 'vitest';
import { createTable, partitionKey } from './ddl.ts';

describe('the tables', () => {
  test('stand on one machine as plain tables', () => {
    const sql = createTable('sessions', { retentionDays: 30 });
    expect(sql).toContain('CREATE TABLE IF NOT EXISTS sessions (');
    expect(sql).toContain(') ENGINE = ReplacingMergeTree(version, deleted)');
    expect(sql).toContain('PARTITION BY toDate(`start`)');
    expect(sql).toContain('ORDER BY (project, toStartOfHour(start), session)');
    // By which clock?
    expect(sql).not.toContain('TTL');
  });

  test('stand on a cluster as replicated ones, from the same description', () => {
    const layout = { retentionDays: 30, cluster: 'main' };
    const place = (table: string) => `'/clickhouse/tables/{shard}/{database}/${table}', '{replica}'`;
    expect(createTable('records', layout)).toContain('CREATE TABLE IF NOT EXISTS records ON CLUSTER `main` (');
    expect(createTable('records', layout)).toContain(`ENGINE = ReplicatedMergeTree(${place('records')})\n`);
    expect(createTable('replay_segments', layout)).toContain(
      `ENGINE = ReplicatedReplacingMergeTree(${place('replay_segments')}, _batch)\n`,
    );
    const [, local] = createTable('records', { retentionDays: 30 }).split('(\n');
    const [, replicated] = createTable('records', layout).split('(\n');
    expect(replicated?.replace(/ENGINE = .*/, '')).toBe(local?.replace(/ENGINE = .*/, ''));
  });

  test('are cut by day, and by week when they are kept long', () => {
    expect([partitionKey('at', 90), partitionKey('at', 91)]).toEqual(['toDate(at)', 'toMonday(at)']);
  });
});
