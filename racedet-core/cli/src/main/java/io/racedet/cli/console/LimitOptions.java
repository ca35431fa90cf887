package io.racedet.cli.console;

import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimits;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that set how much of a trace is taken. */
public final class LimitOptions {
  private final Map<TraceLimit, OptionSpec> options = new EnumMap<>(TraceLimit.class);
  private final OptionSpec force =
      CommandOptions.flag(
          "--force", "Read a trace however many events it has, and report that it is large.");

  public LimitOptions() {
    for (TraceLimit limit : TraceLimit.values()) {
      options.put(
          limit, CommandOptions.number(limit.option(), "N", Long.class, description(limit)));
    }
  }

  private static String description(TraceLimit limit) {
    return "Refuse a trace with more than N "
        + limit.unit()
        + ". Default: "
        + TraceLimits.DEFAULT.most(limit)
        + origin(limit);
  }

  private static String origin(TraceLimit limit) {
    return switch (limit) {
      case NAMES, NAME_BYTES, SYMBOLS -> ", by the size of the heap";
      case EVENTS -> ". A grammar may derive more if no event of it is needed";
      case LINE -> ". With --lenient, a longer line is left out";
      case DEPTH, THREADS -> "";
    };
  }

  /** Adds the options to the command. */
  public void addTo(CommandSpec command) {
    options.values().forEach(command::addOption);
    command.addOption(force);
  }

  /** Whether a trace is taken whatever its length. */
  boolean isForced() {
    return force.getValue();
  }

  /** How many events are taken without --force. */
  long unforcedEvents() {
    return most(TraceLimit.EVENTS);
  }

  private long most(TraceLimit limit) {
    return CommandOptions.or(options.get(limit), TraceLimits.DEFAULT.most(limit));
  }

  /** The selected limits. */
  TraceLimits limits() {
    TraceLimits limits = TraceLimits.DEFAULT;
    for (TraceLimit limit : TraceLimit.values()) {
      TraceLimits others = limits;
      limits = UsageException.checked(() -> others.with(limit, most(limit)));
    }
    return isForced() ? limits.with(TraceLimit.EVENTS, TraceLimit.EVENTS.largest()) : limits;
  }
}
