package io.racedet.trace;

/** The same where one of two formats is {@code slp}. */
class SlpRangesTest extends RangeFormatContract {
  @Override
  boolean concerns(TraceFormat from, TraceFormat to) {
    return from == TraceFormat.named("slp") || to == TraceFormat.named("slp");
  }
}
