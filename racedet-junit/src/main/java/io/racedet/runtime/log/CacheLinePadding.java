package io.racedet.runtime.log;

/**
 * Keeps the hot fields of two threads' buffers on different cache lines: a thread registers the
 * threads that it starts, so their buffers often lie side by side.
 */
public class CacheLinePadding {
  long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
