import { endpointTexts as texts, say } from '@comet/texts';
import { CodeBlock, LinkAction, Tabs } from '@comet/ui';
import { useState } from 'react';
import { useCopy } from '../../platform/use-copy.ts';
import { hiddenLine, type ProxyAccess, proxyLine, type ProxyProtocol } from '../proxy-access/index.ts';
import { exampleOf, type Language, languages } from './examples.ts';

interface ExamplesViewProps {
  readonly protocol: ProxyProtocol;
  readonly access: ProxyAccess;
  /** An address of our own that answers with the address it sees. */
  readonly echo: string;
}

/** Programs that use the endpoint. The password is shown on request, and copied without being shown. */
export function ExamplesView({ protocol, access, echo }: ExamplesViewProps) {
  const copy = useCopy();
  const [language, setLanguage] = useState<Language>('curl');
  const [isShown, setShown] = useState(false);
  const name = texts.languages[language];
  const hasPassword = language !== 'firefox';
  const whole = proxyLine(protocol, access);
  const text = (line: string) => exampleOf(language, protocol, line, echo);
  return (
    <div className="flex flex-col gap-4">
      <Tabs
        label={texts.examples}
        value={language}
        onChange={setLanguage}
        tabs={languages.map((value) => ({
          value,
          label: texts.languages[value],
          panel: <CodeBlock label={name}>{text(isShown ? whole : hiddenLine(protocol, access))}</CodeBlock>,
        }))}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <p className="m-0 max-w-[36rem] text-small text-quiet">
          {hasPassword ? texts.exampleNote : texts.firefoxNotes[protocol]}
        </p>
        <span className="flex gap-6">
          {hasPassword && (
            <LinkAction onClick={() => setShown(!isShown)}>
              {isShown ? texts.hidePassword : texts.showPassword}
            </LinkAction>
          )}
          <LinkAction
            aria-label={say(texts.copyExample, { language: name })}
            onClick={() => void copy(text(whole), hasPassword ? texts.exampleCopied : texts.settingsCopied)}
          >
            {texts.copy}
          </LinkAction>
        </span>
      </div>
    </div>
  );
}
