package io.racedet.trace;

/** The same where a file can be {@code slp}. */
class SlpRangesTest extends RangeFormatsTest {}
