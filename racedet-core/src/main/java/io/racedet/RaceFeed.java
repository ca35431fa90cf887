package io.racedet;

import io.racedet.engine.EngineLimits;
import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Race;
import io.racedet.wellformed.ExecutionState;
import io.racedet.wellformed.NameTable;
import io.racedet.wellformed.VariableTable;
import java.util.function.Consumer;

/**
 * Finds races in events from a custom source: a simulator, a log, a program in another language.
 *
 * <p>Events refer to threads, operands and locations by name ({@link NamedEvents}) or, faster, by
 * handle: get the handle of each once, for a name or for a number chosen by the caller, and use
 * {@link #event(Op, int, int, int)}. The handles of each kind are 0, 1, 2 and so on. A name and a
 * number never denote the same operand.
 *
 * <p>The order of the calls is the order of the trace, so it must be one in which the events could
 * have happened one by one. Every event is checked; one that cannot come next is refused, and the
 * events before it are kept. After {@link Op#ALLOC}, the names that consist of the object's name, a
 * dot and a member denote new variables; handles stay valid.
 *
 * <p>Not thread-safe; {@link SharedFeed} is.
 */
public final class RaceFeed implements NamedEvents, EventSink {
  private final NameTable threads = new NameTable("thread");
  private final VariableTable variables = new VariableTable();
  private final NameTable locks = new NameTable("lock");
  private final NameTable syncs = new NameTable("sync");
  private final NameTable channels = new NameTable("channel");
  private final NameTable objects = new NameTable("object");
  private final NameTable locations = new NameTable("location");
  private final RaceAnalysis analysis;
  private final ExecutionState state;
  private final boolean lenient;
  private long dropped;

  private RaceFeed(Builder builder) {
    analysis = builder.analysis.names(new FeedNames()).start();
    state = new ExecutionState(analysis.contexts());
    lenient = builder.lenient;
  }

  private final class FeedNames implements Names {
    @Override
    public String name(Operand space, int id) {
      return space == Operand.VARIABLE ? variables.nameOfId(id) : table(space).name(id);
    }

    @Override
    public String location(int location) {
      return locations.name(location);
    }
  }

  /**
   * Returns a builder of feeds.
   *
   * @param engines names of engines, at least one; a race that several engines find is attributed
   *     to the first one that gives it the best grade
   * @return a builder
   * @throws IllegalArgumentException if there is no engine of a name; the message lists the known
   *     ones
   */
  public static Builder with(String... engines) {
    return new Builder(RaceAnalysis.with(engines));
  }

  /**
   * Returns the handle of a thread, operand or object.
   *
   * @param space what it is
   * @param name its name
   * @return the same handle for the same name
   */
  public int handle(Operand space, String name) {
    return space == Operand.VARIABLE ? variables.of(name) : table(space).of(name);
  }

  /**
   * Returns the handle of a thread, operand or object.
   *
   * @param space what it is
   * @param number a number chosen by the caller, for example an address
   * @return the same handle for the same number
   */
  public int handle(Operand space, long number) {
    return space == Operand.VARIABLE ? variables.of(number) : table(space).of(number);
  }

  /**
   * Returns the handle of a location.
   *
   * @param text for example {@code Account.java:17}
   * @return the same handle for the same text; {@link #NO_LOCATION} if it is empty
   */
  public int location(String text) {
    return text.isEmpty() ? NO_LOCATION : locations.of(text);
  }

  @Override
  public void event(Op op, String thread, String operand, String location) {
    int on = op.operand() == Operand.NONE ? 0 : handle(op.operand(), operand);
    event(op, threads.of(thread), on, location(location));
  }

  /**
   * Takes the next event of the trace, by handles of this feed.
   *
   * @param op what happened
   * @param thread the handle of the thread
   * @param operand the handle of the operand; ignored if the operation has none
   * @param location the handle of a location, or {@link #NO_LOCATION}
   * @throws MalformedEventException if the event cannot come next, unless the feed is lenient
   * @throws IllegalArgumentException if a handle is not of this feed
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    threads.check(thread);
    if (location != NO_LOCATION) {
      locations.check(location);
    }
    int id = id(op.operand(), operand);
    analysis.ensureOpen(op, thread);
    int context = state.take(op, thread, id);
    if (context == ExecutionState.REFUSED) {
      refuse(op, thread, operand);
      return;
    }
    if (op == Op.ALLOC) {
      variables.allocate(objects.name(operand));
    }
    analysis.take(op, thread, id, context, location);
  }

  private int id(Operand space, int handle) {
    if (space == Operand.VARIABLE) {
      return variables.id(handle);
    }
    if (space == Operand.NONE) {
      return 0;
    }
    table(space).check(handle);
    return handle;
  }

  private void refuse(Op op, int thread, int operand) {
    if (lenient) {
      dropped++;
      return;
    }
    String name =
        switch (op.operand()) {
          case NONE -> "";
          case VARIABLE -> variables.name(operand);
          default -> table(op.operand()).name(operand);
        };
    throw new MalformedEventException(
        analysis.events() + 1, threads.name(thread), op, name, state.expected());
  }

  private NameTable table(Operand space) {
    return switch (space) {
      case THREAD -> threads;
      case LOCK -> locks;
      case SYNC -> syncs;
      case CHANNEL -> channels;
      case OBJECT -> objects;
      case NONE, VARIABLE -> throw new IllegalArgumentException("operand: " + space);
    };
  }

  /**
   * Ends the trace. Locks still held are released by its end.
   *
   * @return the races, and how many events a lenient feed has left out
   * @throws IllegalStateException if called again
   */
  public RaceReport finish() {
    return analysis.finish().withDropped(dropped);
  }

  /** Configures a feed. Not thread-safe. */
  public static final class Builder {
    private final RaceAnalysis.Builder analysis;
    private boolean lenient;

    private Builder(RaceAnalysis.Builder analysis) {
      this.analysis = analysis;
    }

    /**
     * Sets whether events that are not well formed are left out and counted, instead of refused
     * with an exception.
     *
     * @param lenient false by default
     * @return this
     */
    public Builder lenient(boolean lenient) {
      this.lenient = lenient;
      return this;
    }

    /**
     * Sets whether every racing pair is reported, not only the first of each unordered pair of
     * locations. Pairs with an empty location are distinguished by variable, kind and threads.
     *
     * @param everyPair false by default
     * @return this
     */
    public Builder everyPair(boolean everyPair) {
      analysis.everyPair(everyPair);
      return this;
    }

    /**
     * Sets how much history engines with bounded history keep.
     *
     * @param limits {@link EngineLimits#DEFAULT} by default
     * @return this
     */
    public Builder limits(EngineLimits limits) {
      analysis.limits(limits);
      return this;
    }

    /**
     * Sets the listener that is told of races soon after they are found.
     *
     * @param listener receives each race once, with a count of 1
     * @return this
     */
    public Builder onRace(Consumer<Race> listener) {
      analysis.onRace(listener);
      return this;
    }

    /**
     * Sets whether proofs are searched; see {@link RaceAnalysis.Builder#witnesses(long)}.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0, the default,
     *     disables the search
     * @return this
     * @throws IllegalArgumentException if the budget is negative
     */
    public Builder witnesses(long budget) {
      analysis.witnesses(budget);
      return this;
    }

    /**
     * Sets whether proofs are searched, and for how long; see {@link
     * TraceAnalysis.Builder#witnesses(long, long)}.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0 disables the
     *     search
     * @param total how many steps all searches together may take
     * @return this
     * @throws IllegalArgumentException if one is negative
     */
    public Builder witnesses(long budget, long total) {
      analysis.witnesses(budget, total);
      return this;
    }

    /**
     * Opens the feed.
     *
     * @return an empty feed
     */
    public RaceFeed open() {
      return new RaceFeed(this);
    }
  }
}
