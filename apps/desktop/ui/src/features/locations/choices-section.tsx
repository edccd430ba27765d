import { formatText, plural } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import { LinkAction, Subhead } from '@comet/ui';
import type { Choice } from './choices.ts';

interface ChoicesSectionProps {
  readonly choices: readonly Choice[];
  /** Describes the profile with this name. */
  readonly profileHint: (name: string) => string;
  readonly onChoose: (choice: Choice) => void;
  readonly onEdit: () => void;
}

/** The fastest and a random location, and the user's lists. */
export function ChoicesSection({ choices, profileHint, onChoose, onEdit }: ChoicesSectionProps) {
  if (choices.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-4">
        <Subhead>{locationsTexts.choices}</Subhead>
        <LinkAction onClick={onEdit}>{locationsTexts.editLists}</LinkAction>
      </div>
      <ul className="m-0 list-none border-t border-line p-0">
        {choices.map((choice) => (
          <li key={`${choice.kind} ${choice.location}`} className="flex border-b border-line">
            <button
              type="button"
              disabled={!choice.usable}
              onClick={() => onChoose(choice)}
              className="flex min-h-14 min-w-0 grow flex-col justify-center gap-0.5 border-0 bg-transparent px-0 py-2 text-left text-ink not-disabled:hover:text-comet"
            >
              <span className={choice.usable ? 'font-medium wrap-anywhere' : 'wrap-anywhere text-quiet'}>
                {nameOf(choice)}
              </span>
              <span className="text-small text-quiet">
                {choice.kind === 'profile' ? profileHint(choice.location) : hintOf(choice)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ kind, location }: Choice): string {
  return kind === 'list' || kind === 'profile' ? location : locationsTexts[kind];
}

function hintOf(choice: Choice): string {
  if (choice.kind === 'fastest') return locationsTexts.fastestHint;
  if (choice.kind === 'random') return locationsTexts.randomHint;
  if (!choice.usable) return locationsTexts.listOffline;
  return formatText(plural(choice.count, locationsTexts.listedCount), { count: choice.count });
}
