package io.racedet.part;

import io.racedet.RaceReport;
import io.racedet.race.Race;
import java.io.Serializable;
import java.util.List;

/**
 * The races of a part of a trace, or of several parts: those whose later access is in it.
 * Immutable. Its size is that of the races, which does not grow with the events unless {@link
 * PartAnalysis#everyPair} was asked for.
 */
public final class PartRaces implements Serializable {
  static final String DJIT = "djit";
  static final String ERASER = "eraser";
  static final List<String> ENGINES = List.of(DJIT, ERASER);

  private static final long serialVersionUID = 1L;
  private static final String WHAT = "races of a part";
  private static final int KIND = 0x52;
  private static final int VERSION = 1;

  /** No races of no events. */
  public static final PartRaces NOTHING = new PartRaces(0, new RacesByKey(), new RacesByKey());

  private final transient long events;
  private final transient RacesByKey djit;
  private final transient RacesByKey eraser;

  PartRaces(long events, RacesByKey djit, RacesByKey eraser) {
    this.events = events;
    this.djit = djit;
    this.eraser = eraser;
  }

  /**
   * {@return the races of these parts and of others, in any order}
   *
   * @param others races of parts that are not among those of this
   */
  public PartRaces combine(PartRaces others) {
    RacesByKey bothDjit = new RacesByKey();
    bothDjit.addAll(djit);
    bothDjit.addAll(others.djit);
    RacesByKey bothEraser = new RacesByKey();
    bothEraser.addAll(eraser);
    bothEraser.addAll(others.eraser);
    return new PartRaces(events + others.events, bothDjit, bothEraser);
  }

  /**
   * {@return the report of an engine: its races, and the number of events of the parts; for all
   * parts together, what {@link io.racedet.TraceAnalysis} reports on the whole trace}
   *
   * @param engine one of {@link PartAnalysis#ENGINES}
   * @throws IllegalArgumentException if it is another engine
   */
  public RaceReport report(String engine) {
    if (!ENGINES.contains(engine)) {
      throw new IllegalArgumentException(
          "engine: "
              + engine
              + " (expected: one that works in parts, "
              + String.join(" or ", ENGINES)
              + ")");
    }
    List<Race> races = (engine.equals(DJIT) ? djit : eraser).races();
    return new RaceReport(races, List.of(), events, 0, List.of(), List.of(), List.of(), List.of());
  }

  /**
   * {@return this as bytes, which {@link #of} reads, for engines that move values between machines;
   * equal for equal races}
   */
  public byte[] toBytes() {
    PartOutput out = new PartOutput(KIND, VERSION);
    out.number(events);
    djit.write(out);
    eraser.write(out);
    return out.toBytes();
  }

  /**
   * {@return the races that bytes stand for}
   *
   * @param bytes what {@link #toBytes} returned
   * @throws IllegalArgumentException if they are damaged, or from a version of racedet with another
   *     form
   */
  public static PartRaces of(byte[] bytes) {
    PartInput in = new PartInput(bytes, WHAT, KIND, VERSION);
    return new PartRaces(in.number(), RacesByKey.read(in), RacesByKey.read(in));
  }

  private Object writeReplace() {
    return new Serialized(toBytes());
  }

  /** The form of Java serialisation. */
  private record Serialized(byte[] bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    private Object readResolve() {
      return of(bytes);
    }
  }
}
