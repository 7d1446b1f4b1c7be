/** Something on its way to the intake, as text made once. */
export interface Parcel {
  door: 'records' | 'segments';
  text: string;
  /** Set once it lies in the browser's database, under this number. */
  kept?: IDBValidKey;
}
