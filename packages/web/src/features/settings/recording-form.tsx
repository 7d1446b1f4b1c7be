import { Button, Select, TextInput } from '@mantine/core';
import { type RecordingSettings, recordingSettings } from '@sightglass/wire';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Panel } from '../../ui/index.ts';
import { ConfirmChanges } from './confirm-changes.tsx';
import styles from './recording.module.css';
import { assetWays, canvasRates, changesOf, keepWays, maskWays, sayCanvas, type Way } from './recording-model.ts';

interface FormProps {
  /** In force. */
  settings: RecordingSettings;
  may: boolean;
  busy: boolean;
  onSave: (settings: RecordingSettings) => void;
}

/** The choices, each with its consequence. Nothing holds before it is saved, and nothing is saved before it was read again. */
export function RecordingForm({ settings, may, busy, onSave }: FormProps) {
  const [wanted, setWanted] = useState<Texts>(() => toTexts(settings));
  const [asking, setAsking] = useState(false);
  const judged = recordingSettings.safeParse(fromTexts(wanted, settings.off));
  const changes = judged.success ? changesOf(settings, judged.data) : [];
  const set = (part: Partial<Texts>): void => setWanted({ ...wanted, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changes.length > 0) setAsking(true);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Recording">
      <Panel title="How many" note="A page may ask for less in its snippet, never for more.">
        <div className={styles.shares}>
          <Share
            label="Sessions recorded"
            says="Of the others nothing leaves the browser, save perhaps the first moment of a visitor's very first page."
            value={wanted.sessions}
            disabled={!may}
            onChange={(sessions) => set({ sessions })}
          />
          <Share
            label="Recorded sessions with replay"
            says="Of the others only facts are told: screens, actions, calls and errors, and no picture of the page."
            value={wanted.replays}
            disabled={!may}
            onChange={(replays) => set({ replays })}
          />
        </div>
      </Panel>
      <Panel
        title="Hidden in replays"
        note={
          <>
            What password and card fields hold is recorded at no level. Elements marked{' '}
            <code>data-sightglass="mask"</code> or <code>"block"</code> stay hidden at every one, and a page may hide
            more. Names of buttons and fields are part of the facts, whatever is chosen here.
          </>
        }
      >
        <Ways
          label="Hidden in replays"
          ways={maskWays}
          value={wanted.mask}
          disabled={!may}
          onChange={(mask) => set({ mask })}
        />
      </Panel>
      <Panel title="Replays kept">
        <Ways
          label="Replays kept"
          ways={keepWays}
          value={wanted.keep}
          disabled={!may}
          onChange={(keep) => set({ keep })}
        />
      </Panel>
      <Panel title="Pictures and fonts">
        <Ways
          label="Pictures and fonts"
          ways={assetWays}
          value={wanted.assets}
          disabled={!may}
          onChange={(assets) => set({ assets })}
        />
      </Panel>
      <Panel title="Canvas and video">
        <div className={styles.canvas}>
          <Select
            aria-label="Pictures of canvas and video"
            data={canvasRates(settings.canvas).map((rate) => ({ value: String(rate), label: sayCanvas(rate) }))}
            value={wanted.canvas}
            disabled={!may}
            onChange={(canvas) => set({ canvas: canvas ?? '0' })}
          />
          <p className={styles.says}>
            {wanted.canvas === '0'
              ? 'Drawings, charts, maps and videos are empty boxes in a replay.'
              : 'Pictures are taken as they are: no mask can hide what is drawn or shown in them.'}
          </p>
        </div>
      </Panel>
      {may && (
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" loading={busy} disabled={changes.length === 0}>
            Save
          </Button>
          <Button disabled={changes.length === 0 && judged.success} onClick={() => setWanted(toTexts(settings))}>
            Back to what is in force
          </Button>
        </div>
      )}
      <ConfirmChanges
        opened={asking}
        changes={changes}
        onKeep={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          if (judged.success) onSave(judged.data);
        }}
      />
    </form>
  );
}

/** The form as it is typed. */
type Texts = { sessions: string; replays: string; canvas: string } & Pick<
  RecordingSettings,
  'mask' | 'keep' | 'assets'
>;

function toTexts({ sessions, replays, canvas, mask, keep, assets }: RecordingSettings): Texts {
  return { ...{ mask, keep, assets }, sessions: String(sessions), replays: String(replays), canvas: String(canvas) };
}

function fromTexts({ sessions, replays, canvas, mask, keep, assets }: Texts, off: boolean): RecordingSettings {
  return {
    ...{ off, mask, keep, assets },
    sessions: toShare(sessions),
    replays: toShare(replays),
    canvas: Number(canvas),
  };
}

/** An empty field is not nought. */
function toShare(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

interface ShareProps {
  label: string;
  says: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

function Share({ label, says, value, disabled, onChange }: ShareProps) {
  const share = toShare(value);
  return (
    <TextInput
      type="number"
      label={label}
      description={says}
      classNames={{ description: styles.says ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      min={0}
      max={100}
      step="any"
      required
      disabled={disabled}
      rightSection={<span aria-hidden>%</span>}
      error={share >= 0 && share <= 100 ? undefined : 'A number from 0 to 100'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface WaysProps<Value extends string> {
  label: string;
  ways: readonly Way<Value>[];
  value: Value;
  disabled: boolean;
  onChange: (value: Value) => void;
}

function Ways<Value extends string>({ label, ways, value, disabled, onChange }: WaysProps<Value>): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.ways} aria-label={label} disabled={disabled}>
      {ways.map((way) => (
        <label key={way.value}>
          <input type="radio" name={name} checked={way.value === value} onChange={() => onChange(way.value)} />
          <span>
            <strong>{way.name}</strong>
            <span className={styles.says}>{way.says}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
