/** Something on its way to the intake, as text made once. */
export interface Parcel {
  door: 'records' | 'segments';
  text: string;
  /** Set once it lies in the browser's database, under this number. */
  kept?: IDBValidKey;
}

/** An upper guess of its bytes, without encoding it: text outside ASCII takes up to three bytes a character. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) bytes += 2;
  return bytes;
}
