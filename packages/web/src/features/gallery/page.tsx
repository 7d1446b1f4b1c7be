import { Button, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconInbox } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type ThemeChoice, usePreferences } from '../../theme/index.ts';
import {
  Badge,
  BandBar,
  Choice,
  ChoiceMenu,
  Code,
  CodeBlock,
  ConfirmButton,
  CopyButton,
  Empty,
  Failed,
  KeyHint,
  LiveDot,
  Loading,
  NewPassword,
  Page,
  PageTitle,
  Panel,
  Progress,
  Sparkline,
  Stat,
  Stats,
  Tabs,
  TimeAgo,
} from '../../ui/index.ts';
import styles from './page.module.css';
import { Swatches } from './swatches.tsx';
import { TableSpecimen } from './table-specimen.tsx';

/** Every part of `ui/` in every state, to be looked at in both themes. */
export function GalleryPage() {
  const { theme, setTheme } = usePreferences();
  return (
    <main>
      <Page title="Gallery">
        <PageTitle
          note="Every part of which the screens are made, in every state."
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Theme"
              data={['auto', 'light', 'dark']}
              value={theme}
              onChange={(chosen) => setTheme(chosen as ThemeChoice)} // one of the three above
            />
          }
        >
          Gallery
        </PageTitle>
        <Specimen name="Colours">
          <Swatches />
        </Specimen>
        <Specimen name="Type">
          <div className={styles.type}>
            <h1>Screens and routes</h1>
            <p>Body text in the system's own face, with figures of one width: 1,111 stands under 8,888.</p>
            <p>
              Inside a sentence a route reads <Code>{'/orders/{orderId}'}</Code>, a link <a href="#type">leads on</a>,
              and keys are <KeyHint keys="mod+k" /> or <KeyHint keys="g s" />.
            </p>
          </div>
        </Specimen>
        <Specimen name="Labels and figures">
          <div className={styles.row}>
            <Badge>quiet</Badge>
            <Badge tone="accent">accent</Badge>
            <Badge tone="good">good</Badge>
            <Badge tone="warning">warning</Badge>
            <Badge tone="danger">danger</Badge>
            <LiveDot />
            <TimeAgo at={Date.now() - 240_000} />
            <CopyButton text="copied" label="Copy" />
          </div>
          <Stats>
            <Stat label="Sessions" value="12,408" note="last 14 days" />
            <Stat label="LCP, p75" value="2.1 s" tone="good" note="8,120 samples" />
            <Stat label="INP, p75" value="310 ms" tone="warning" note="6,004 samples" />
            <Stat label="Failed calls" value="7.2 %" tone="danger" />
            <Stat label="Not shown" value="–" />
          </Stats>
        </Specimen>
        <Specimen name="Small charts">
          <div className={styles.row}>
            <Sparkline label="Rising" values={[1, 2, 2, 4, 5, 7, 9]} />
            <Sparkline label="Errors" tone="danger" values={[0, 0, 3, 1, 0, 6, 2]} />
            <Sparkline label="With a gap" tone="quiet" values={[3, 4, null, null, 2, 5, 4]} />
            <Sparkline label="Nothing measured" values={[null, null]} />
          </div>
          <div className={styles.bands}>
            <BandBar good={72} middling={18} poor={10} />
            <BandBar good={4} middling={0} poor={0} />
            <BandBar good={0} middling={0} poor={0} />
          </div>
          <Progress share={0.62} label="Removing the sample data" />
        </Specimen>
        <Specimen name="Buttons and fields">
          <Controls />
        </Specimen>
        <Specimen name="Code">
          <CodeBlock
            label="a script tag"
            text={'<script defer crossorigin src="https://sight.example/sdk.js" data-key="sgk_…"></script>'}
          />
        </Specimen>
        <Specimen name="Tabs">
          <TabsSpecimen />
        </Specimen>
        <Specimen name="Table" bare>
          <TableSpecimen />
        </Specimen>
        <div className={styles.faces}>
          <Specimen name="Loading">
            <Loading label="Loading" block lines={4} />
          </Specimen>
          <Specimen name="Empty">
            <Empty
              title="No sessions yet"
              icon={<IconInbox stroke={1.6} aria-hidden />}
              actions={<Button>Connect</Button>}
            >
              <p>A session appears here the moment somebody opens a page that carries our script.</p>
            </Empty>
          </Specimen>
          <Specimen name="Failed">
            <Failed
              title="The question took too long"
              code="query_timeout"
              help="Choose a shorter time range, or try again."
              onRetry={() => undefined}
            />
          </Specimen>
        </div>
      </Page>
    </main>
  );
}

function Specimen({ name, bare = false, children }: { name: string; bare?: boolean; children: ReactNode }) {
  return (
    <Panel title={name} bare={bare}>
      {bare ? children : <div className={styles.specimen}>{children}</div>}
    </Panel>
  );
}

function Controls() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div className={styles.row}>
        <Button variant="filled">Filled</Button>
        <Button>Default</Button>
        <Button variant="light">Light</Button>
        <Button variant="subtle">Subtle</Button>
        <Button disabled>Disabled</Button>
        <Button loading>Loading</Button>
        <Button variant="filled" color="danger">
          Delete
        </Button>
        <ConfirmButton label="Revoke" title="Revoke this key?" confirm="Revoke it" onConfirm={() => undefined}>
          Pages that still send with it are refused from this moment on.
        </ConfirmButton>
        <ConfirmButton
          label="Erase"
          title="Erase this session?"
          confirm="Erase it"
          doing="Erasing, mostly for less than a minute. It goes on if this is closed."
          onConfirm={() => new Promise((_, fail) => setTimeout(() => fail(new Error('No disk')), 3_000))}
        >
          It takes a while, and fails here.
        </ConfirmButton>
        <Button onClick={() => setOpened(true)}>Dialog</Button>
        <Button onClick={() => notifications.show({ title: 'It worked', message: 'And this is what it did.' })}>
          Notice
        </Button>
        <ChoiceMenu about="Environment" chosen="production" active>
          <Choice chosen onChoose={() => undefined} note="1.2K sessions">
            production
          </Choice>
          <Choice chosen={false} onChoose={() => undefined}>
            staging
          </Choice>
        </ChoiceMenu>
      </div>
      <div className={styles.row}>
        <TextInput label="Name" placeholder="Parts Desk" />
        <TextInput label="Wrong" defaultValue="no" error="An e-mail address has an @" />
        <TextInput label="Disabled" defaultValue="not now" disabled />
        <NewPassword minChars={12} />
        <Select label="Role" data={['viewer', 'member', 'admin']} defaultValue="viewer" />
      </div>
      <Modal opened={opened} onClose={() => setOpened(false)} title="A dialog">
        It closes with Escape and gives the focus back.
      </Modal>
    </>
  );
}

const tabNames = ['records', 'console', 'calls'] as const;

function TabsSpecimen() {
  const [chosen, setChosen] = useState<(typeof tabNames)[number]>('records');
  return (
    <Tabs
      label="Specimen"
      tabs={tabNames.map((id) => ({ id, label: id, count: `${id.length}` }))}
      value={chosen}
      onChange={setChosen}
    >
      <p className={styles.tab}>What stands behind “{chosen}”.</p>
    </Tabs>
  );
}
