/** A body that was acknowledged and could not be understood or stored. */
export interface Quarantined {
  id: string;
  receivedAt: number;
  door: string;
  reason: string;
  bytes: number;
  tries: number;
}

/** Bodies kept aside in files, each with its reason. */
export interface Quarantine {
  /** Newest first, at most 200. */
  list(project: string): Promise<{ quarantined: Quarantined[]; total: number }>;
  /**
   * Appends the body to the journal again and takes it out of the quarantine.
   * @throws {SightglassError} `not_found`, and what the journal's append throws
   */
  retry(project: string, id: string): Promise<void>;
  /** @throws {SightglassError} `not_found` */
  drop(project: string, id: string): Promise<void>;
}
