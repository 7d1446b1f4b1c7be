import { totalmem } from 'node:os';

/** How much of the machine the engine may take. */
export interface EngineLimits {
  /** What the engine may allocate, beside about 240 MB that it occupies empty. */
  memoryBytes: number;
  /** Threads of one query; readers are two more than this. */
  cores: number;
}

// With the engine's empty 240 MB, the server's 120 and the digest's 200, 420 MB keep the whole tree under 1 GB.
const defaultMemoryBytes = 420_000_000;

export function engineLimits(memoryBytes: number | undefined, cores: number): EngineLimits {
  return { memoryBytes: Math.floor(Math.min(totalmem() * 0.4, memoryBytes ?? defaultMemoryBytes)), cores };
}

/**
 * The engine's configuration. Its own logs are off (they grow without bound), caches are small, and a merge syncs what it
 * wrote: otherwise it could replace parts that a {@link Columns.sync} made durable by ones that are not.
 */
export function engineConfig(limits: EngineLimits): string {
  const logs = [
    'query_log',
    'query_thread_log',
    'query_views_log',
    'query_metric_log',
    'part_log',
    'trace_log',
    'text_log',
    'metric_log',
    'asynchronous_metric_log',
    'latency_log',
    'error_log',
    'processors_profile_log',
    'session_log',
    'opentelemetry_span_log',
    'crash_log',
    'blob_storage_log',
    'background_schedule_pool_log',
    'asynchronous_insert_log',
    'backup_log',
    'zookeeper_log',
  ];
  const server = {
    max_server_memory_usage: limits.memoryBytes,
    mark_cache_size: 32 << 20,
    uncompressed_cache_size: 0,
    index_mark_cache_size: 8 << 20,
    primary_index_cache_size: 32 << 20,
    mmap_cache_size: 64,
    compiled_expression_cache_size: 8 << 20,
    background_pool_size: 2,
    background_merges_mutations_concurrency_ratio: 1,
    // Between two parts of a mutation the engine would wait by chance, half a second each (seconds).
    background_processing_pool_task_sleep_seconds_when_no_work_random_part: 0.02,
    background_move_pool_size: 1,
    background_fetches_pool_size: 1,
    background_common_pool_size: 1,
    background_schedule_pool_size: 2,
    background_buffer_flush_schedule_pool_size: 1,
    background_message_broker_schedule_pool_size: 1,
    background_distributed_schedule_pool_size: 1,
    max_thread_pool_size: 256,
  };
  const mergeTree = {
    min_rows_to_fsync_after_merge: 1,
    min_compressed_bytes_to_fsync_after_merge: 1,
    // Free slots are counted against a pool of 16; ours has 2 and would otherwise never merge.
    number_of_free_entries_in_pool_to_lower_max_size_of_merge: 1,
    number_of_free_entries_in_pool_to_execute_mutation: 1,
    number_of_free_entries_in_pool_to_execute_optimize_entire_partition: 1,
    // Two merges at once must not need more than the engine has: of long rows each took 200 MB.
    merge_max_block_size: 2_048,
    merge_max_block_size_bytes: 2 << 20,
    max_compress_block_size: 256 << 10,
    // A part with a file for each column otherwise takes five megabytes of buffers for each of them, in inserts and in merges.
    min_columns_to_activate_adaptive_write_buffer: 1,
  };
  return [
    '<clickhouse>',
    ...logs.map((log) => `  <${log} remove="1"/>`),
    ...Object.entries(server).map(([name, value]) => `  <${name}>${value}</${name}>`),
    '  <merge_tree>',
    ...Object.entries(mergeTree).map(([name, value]) => `    <${name}>${value}</${name}>`),
    '  </merge_tree>',
    '</clickhouse>',
    '',
  ].join('\n');
}

/** What a reader's statement gets unless its caller says otherwise; memory is bounded whatever it says. */
export function readSettings(limits: EngineLimits): Map<string, string> {
  const most = Math.floor(limits.memoryBytes * 0.7);
  return new Map([
    ['readonly', '2'],
    ['max_execution_time', '10'],
    ['max_threads', String(limits.cores)],
    ['max_memory_usage', String(most)],
    ['max_bytes_before_external_group_by', String(Math.floor(most / 2))],
    ['max_bytes_before_external_sort', String(Math.floor(most / 2))],
    // An answer is held whole before it is sent.
    ['max_result_bytes', String(64 << 20)],
    ['output_format_json_quote_64bit_integers', '0'],
  ]);
}

/** `INSERT … SELECT`: bounded as well. What it reads is gathered in memory before it is written: 256 MB, unless it is told less. */
export function writeSettings(limits: EngineLimits): Map<string, string> {
  const most = Math.floor(limits.memoryBytes * 0.8);
  return new Map([
    ['max_execution_time', '120'],
    ['max_block_size', '8192'],
    ['min_insert_block_size_rows', '40000'],
    ['min_insert_block_size_bytes', String(Math.floor(limits.memoryBytes / 20))],
    ['max_insert_threads', '1'],
    ['max_threads', String(limits.cores)],
    ['max_memory_usage', String(most)],
    ['max_bytes_before_external_group_by', String(Math.floor(most / 2))],
    ['max_bytes_before_external_sort', String(Math.floor(most / 2))],
  ]);
}

/** Rows in a body: one block, so one part for each partition, whole or not at all. */
export const insertSettings = {
  async_insert: 0,
  input_format_parallel_parsing: 0,
  max_insert_threads: 1,
  max_insert_block_size: 1_000_000,
  max_partitions_per_insert_block: 1_000,
  input_format_skip_unknown_fields: 0,
};
