/** What of a session is shown, in the few words that stand around the stage. */
export interface Seen {
  tab: string;
  width: number;
  height: number;
  /** How large a pixel of the page is drawn. */
  scale: number;
}
