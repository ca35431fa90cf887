package io.racedet.oracle;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** An immutable trace in memory, with dense ids in the order of first use and their names. */
public final class TestTrace implements Names {
  private static final Pattern LINE =
      Pattern.compile("([^|()]+)\\|([a-z]+)(?:\\(([^|()]*)\\))?(?:\\|(.*))?");
  private static final Map<String, Op> OPS = mnemonics();

  private final List<TraceEvent> events;
  private final Map<Op.Operand, List<String>> names;
  private final List<String> locations;

  private TestTrace(Builder builder) {
    events = List.copyOf(builder.events);
    names = new EnumMap<>(Op.Operand.class);
    builder.spaces.forEach((space, interned) -> names.put(space, List.copyOf(interned.names)));
    locations = List.copyOf(builder.locations.names);
  }

  /**
   * Reads the {@code std} text format, one event per line; comments and blank lines are skipped.
   */
  public static TestTrace parse(String... lines) {
    Builder builder = new Builder();
    for (String block : lines) {
      block.lines().map(String::strip).filter(TestTrace::isEvent).forEach(builder::addLine);
    }
    return builder.build();
  }

  private static boolean isEvent(String line) {
    return !line.isEmpty() && !line.startsWith("#");
  }

  private static Map<String, Op> mnemonics() {
    Map<String, Op> ops = new HashMap<>();
    for (Op op : Op.values()) {
      ops.put(op.mnemonic(), op);
    }
    return Map.copyOf(ops);
  }

  public int size() {
    return events.size();
  }

  /** The event with an index, from 1. */
  public TraceEvent event(int index) {
    return events.get(index - 1);
  }

  public List<TraceEvent> events() {
    return events;
  }

  /** Number of ids in use in a space. */
  public int count(Op.Operand space) {
    return names.getOrDefault(space, List.of()).size();
  }

  /** The same trace with the ids of every space shuffled. */
  public TestTrace renamed(SplittableRandom random) {
    Map<Op.Operand, int[]> shuffled = new EnumMap<>(Op.Operand.class);
    names.forEach((space, used) -> shuffled.put(space, permutation(used.size(), random)));
    Builder renamed = new Builder();
    for (TraceEvent e : events) {
      int[] operands = shuffled.get(e.op().operand());
      int operand = operands == null ? e.operand() : operands[e.operand()];
      int thread = shuffled.get(Op.Operand.THREAD)[e.thread()];
      renamed.events.add(new TraceEvent(e.op(), thread, operand, e.location()));
    }
    names.forEach((space, used) -> renamed.spaces.put(space, shuffle(used, shuffled.get(space))));
    locations.forEach(renamed.locations::id);
    return renamed.build();
  }

  /** The same trace with the variables of an object allocated again being the same variables. */
  public TestTrace withOldVariables() {
    List<String> variables = names.getOrDefault(Op.Operand.VARIABLE, List.of());
    Builder same = new Builder();
    for (TraceEvent e : events) {
      int operand = e.isAccess() ? variables.indexOf(variables.get(e.operand())) : e.operand();
      same.events.add(new TraceEvent(e.op(), e.thread(), operand, e.location()));
    }
    names.forEach(
        (space, used) -> {
          Interned interned = new Interned();
          interned.names.addAll(used);
          same.spaces.put(space, interned);
        });
    locations.forEach(same.locations::id);
    return same.build();
  }

  private static int[] permutation(int size, SplittableRandom random) {
    int[] permutation = IntStream.range(0, size).toArray();
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = permutation[i];
      permutation[i] = permutation[j];
      permutation[j] = swapped;
    }
    return permutation;
  }

  private static Interned shuffle(List<String> names, int[] permutation) {
    String[] moved = new String[names.size()];
    for (int i = 0; i < moved.length; i++) {
      moved[permutation[i]] = names.get(i);
    }
    Interned interned = new Interned();
    interned.names.addAll(List.of(moved));
    return interned;
  }

  public boolean uses(Op... ops) {
    List<Op> wanted = List.of(ops);
    return events.stream().anyMatch(e -> wanted.contains(e.op()));
  }

  /** Whether it has operations whose order the relations preserve but reorderings need not. */
  public boolean usesSync() {
    return uses(Op.SYNC_READ, Op.SYNC_WRITE, Op.SEND, Op.RECEIVE);
  }

  /**
   * Whether the soundness theorem applies, by which the first CP or WCP race is real or threads can
   * deadlock: sections are nested, and any two unordered accesses race, which atomic ones do not.
   */
  public boolean isOfSoundnessTheorem() {
    return Section.areNested(this) && !uses(Op.ATOMIC_READ, Op.ATOMIC_WRITE);
  }

  public void replay(EventSink sink) {
    for (TraceEvent e : events) {
      sink.event(e.op(), e.thread(), e.operand(), e.location());
    }
  }

  @Override
  public String name(Op.Operand space, int id) {
    return names.get(space).get(id);
  }

  @Override
  public String location(int location) {
    return locations.get(location);
  }

  /** The trace in the {@code std} text format, as failing tests print it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (TraceEvent e : events) {
      text.append('\n').append(name(Op.Operand.THREAD, e.thread())).append('|');
      text.append(e.op().mnemonic());
      if (e.op().operand() != Op.Operand.NONE) {
        text.append('(').append(name(e.op().operand(), e.operand())).append(')');
      }
      text.append('|');
      if (e.location() != EventSink.NO_LOCATION) {
        text.append(location(e.location()));
      }
    }
    return text.append('\n').toString();
  }

  private static final class Interned {
    final Map<String, Integer> ids = new HashMap<>();
    final List<String> names = new ArrayList<>();

    int id(String name) {
      return ids.computeIfAbsent(
          name,
          unseen -> {
            names.add(unseen);
            return names.size() - 1;
          });
    }
  }

  /** Collects events by name and assigns dense ids. */
  public static final class Builder {
    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<Op.Operand, Interned> spaces = new EnumMap<>(Op.Operand.class);
    private final Interned locations = new Interned();

    /** Adds an event; {@code operand} is ignored where the operation has none. */
    public Builder add(String thread, Op op, String operand, String location) {
      int tid = space(Op.Operand.THREAD).id(thread);
      int id = op.operand() == Op.Operand.NONE ? 0 : space(op.operand()).id(operand);
      if (op == Op.ALLOC) {
        forgetVariablesOf(operand);
      }
      int place = location.isEmpty() ? EventSink.NO_LOCATION : locations.id(location);
      events.add(new TraceEvent(op, tid, id, place));
      return this;
    }

    /** Adds an event whose location is its own position. */
    public Builder add(String thread, Op op, String operand) {
      return add(thread, op, operand, String.valueOf(events.size() + 1));
    }

    public int size() {
      return events.size();
    }

    public TestTrace build() {
      return new TestTrace(this);
    }

    private void addLine(String line) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches() || !OPS.containsKey(matcher.group(2))) {
        throw new IllegalArgumentException(
            "cannot read \"" + line + "\" (expected: thread|op(operand)|location)");
      }
      String location = matcher.group(4) == null ? "" : matcher.group(4);
      add(matcher.group(1), OPS.get(matcher.group(2)), matcher.group(3), location);
    }

    private Interned space(Op.Operand space) {
      return spaces.computeIfAbsent(space, unseen -> new Interned());
    }

    /** A new object: its variables are other variables than those of the object before it. */
    private void forgetVariablesOf(String object) {
      space(Op.Operand.VARIABLE)
          .ids
          .keySet()
          .removeIf(
              name ->
                  name.contains(".") && name.substring(0, name.lastIndexOf('.')).equals(object));
    }
  }
}
