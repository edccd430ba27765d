import fc from 'fast-check';

/**
 * Left to itself, fast-check draws at most some ten of anything, however high a maximum a test names; here one that names a
 * maximum is told stories up to it, so that what takes twenty acts to go wrong is seen. Where none is named, up to a hundred are drawn.
 */
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, baseSize: 'medium' });
