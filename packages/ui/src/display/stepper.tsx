import { classes } from '../actions/classes.ts';

interface StepperProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step, from 0; equal to the number of steps when all are completed. */
  readonly current: number;
}

/**
 * Steps drawn as a trail, which passes the completed steps and ends at the current one; after the last it
 * glows.
 */
export function Stepper({ label, steps, current }: StepperProps) {
  const last = steps.length - 1;
  const reached = last <= 0 ? 1 : Math.min(current, last) / last;
  return (
    <div className="relative px-1">
      <div aria-hidden="true" className="absolute inset-x-1 top-1.5 h-0.5 bg-line">
        <div
          className={classes(
            'h-full bg-linear-to-r from-transparent transition-[width]',
            current > last ? 'to-safe' : 'to-comet',
          )}
          style={{ width: `${reached * 100}%` }}
        />
      </div>
      <ol aria-label={label} className="relative m-0 flex list-none justify-between p-0">
        {steps.map((step, index) => (
          <Step
            key={step}
            name={step}
            place={index === 0 ? 'first' : index === last ? 'last' : 'between'}
            state={stateOf(index, current, last)}
          />
        ))}
      </ol>
    </div>
  );
}

type StepState = 'passed' | 'current' | 'arrived' | 'ahead';

function stateOf(index: number, current: number, last: number): StepState {
  if (index === current) return 'current';
  if (index === last && current > last) return 'arrived';
  return index < current ? 'passed' : 'ahead';
}

const dots: Readonly<Record<StepState, string>> = {
  passed: 'my-0.75 size-2 bg-trail',
  current: 'size-3.5 bg-comet',
  arrived: 'size-3.5 bg-safe',
  ahead: 'my-0.75 size-2 bg-edge',
};
const labels = { first: '-ml-1 self-start', between: '', last: '-mr-1 self-end' } as const;

interface StepProps {
  readonly name: string;
  readonly place: keyof typeof labels;
  readonly state: StepState;
}

/** Zero width, so that the dots have equal distances for any label. */
function Step({ name, place, state }: StepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={classes(
        'flex w-0 flex-col items-center gap-2 text-small whitespace-nowrap',
        state === 'current' ? 'font-semibold text-ink' : 'text-quiet',
      )}
    >
      <span aria-hidden="true" className={classes('shrink-0 rounded-full', dots[state])} />
      <span className={labels[place]}>{name}</span>
    </li>
  );
}
