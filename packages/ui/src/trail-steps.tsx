import { classes } from './classes.ts';

interface TrailStepsProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** The step that is being done, from 0; equal to the number of steps when all are done. */
  readonly current: number;
}

/** The signature as steps: the trail has passed what is done and rests at what comes next. */
export function TrailSteps({ label, steps, current }: TrailStepsProps) {
  const last = steps.length - 1;
  const reached = last <= 0 ? 1 : Math.min(current, last) / last;
  return (
    <ol aria-label={label} className="relative m-0 flex list-none justify-between p-0">
      <li aria-hidden="true" role="presentation" className="absolute inset-x-0 top-1.5 h-0.5 bg-line">
        <div
          className="h-full bg-linear-to-r from-transparent to-comet transition-[width]"
          style={{ width: `${reached * 100}%` }}
        />
      </li>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={classes(
            'relative flex flex-col gap-2 text-small',
            index === 0 ? 'items-start' : index === last ? 'items-end' : 'items-center',
            index === current ? 'font-semibold text-ink' : 'text-quiet',
          )}
        >
          <span
            aria-hidden="true"
            className={classes(
              'rounded-full',
              index === current
                ? 'size-3.5 bg-comet'
                : index < current
                  ? 'my-[3px] size-2 bg-trail'
                  : 'my-[3px] size-2 bg-edge',
            )}
          />
          {step}
        </li>
      ))}
    </ol>
  );
}
