import { useState } from 'react';
import { homeAddress } from '../../../client/index.ts';
import { CodeBlock, Panel, Tabs } from '../../../ui/index.ts';
import styles from './releases.module.css';

interface Way {
  id: string;
  name: string;
  says: string;
  text: (origin: string, project: string) => string;
}

const ways: readonly Way[] = [
  {
    id: 'command',
    name: 'Command line',
    says: 'After the build, wherever packages/cli of the Sightglass repository is installed (on npm another package has the name). An upload that was cut short goes on where it stopped; nothing is sent twice.',
    text: (origin, project) =>
      `export SIGHTGLASS_TOKEN=…   # of a member: Settings → Tokens\nnpx sightglass upload dist --release 1.4.0 \\\n  --url ${origin} --project ${project}`,
  },
  {
    id: 'vite',
    name: 'Vite',
    says: 'Makes source maps that no script names, gives script and map a debug id, and uploads after the build. Without a token it does nothing. It is packages/plugins of the Sightglass repository, and wants Node 24.',
    text: (origin, project) =>
      `import { sightglass } from '@sightglass/plugins/vite';\n\nexport default defineConfig({\n  plugins: [\n    sightglass({ release: '1.4.0', url: '${origin}', project: '${project}', deleteMaps: true }),\n  ],\n});`,
  },
  {
    id: 'webpack',
    name: 'webpack',
    says: 'The same for webpack 5: in production builds, after everything was written.',
    text: (origin, project) =>
      `import { SightglassPlugin } from '@sightglass/plugins/webpack';\n\nexport default {\n  plugins: [\n    new SightglassPlugin({ release: '1.4.0', url: '${origin}', project: '${project}', deleteMaps: true }),\n  ],\n};`,
  },
];

/** How a build uploads by itself. */
export function BuildSnippets({ project }: { project: string }) {
  const [chosen, setChosen] = useState(ways[0]?.id ?? '');
  const way = ways.find(({ id }) => id === chosen);
  return (
    <Panel bare title="From your build">
      <Tabs
        label="Ways to upload from a build"
        tabs={ways.map(({ id, name }) => ({ id, label: name }))}
        value={chosen}
        onChange={setChosen}
      >
        <div className={styles.way}>
          <p>{way?.says}</p>
          {way && <CodeBlock text={way.text(homeAddress(), project)} label={way.name} />}
        </div>
      </Tabs>
    </Panel>
  );
}
