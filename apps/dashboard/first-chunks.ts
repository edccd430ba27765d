/**
 * What a first visit loads, in few files: a file of its own for each module that two screens share would be compressed by itself, and asked
 * for by itself. Whatever a group's modules import belongs to it as well, unless a group above has it.
 */
export const firstChunks = [
  /** What every page begins with. */
  { name: 'first', tags: ['$initial'], priority: 4 },
  /** What both of the next two have, lest one load the other. */
  {
    name: 'shared',
    test: /platform\/screen\/later|support\/(asked|[a-z-]+-(link|later)|index)|ui\/src\/display\/rows|refer-friend\/kept-code|shell\/legal|texts\/src\/frame\/legal/,
    priority: 3,
  },
  /** What a user begins with. */
  {
    name: 'dash',
    test: /src\/(data\.tsx|features\/shell\/dash-layout\.tsx|features\/home\/home-screen\.tsx)$/,
    priority: 2,
  },
  /** What a visitor begins with. */
  {
    name: 'ways-in',
    test: /features\/(log-in\/log-in|register\/register)-screen\.tsx$/,
    priority: 1,
  },
];
