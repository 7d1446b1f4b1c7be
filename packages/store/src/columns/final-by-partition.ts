/**
 * SQL, the end of a statement: FINAL compares no partitions with each other, and leaves those unread that lie outside of the time that is asked for.
 * A session's row stands in one partition, and so do all versions of a segment's row.
 */
export const finalByPartition = 'SETTINGS do_not_merge_across_partitions_select_final = 1';
