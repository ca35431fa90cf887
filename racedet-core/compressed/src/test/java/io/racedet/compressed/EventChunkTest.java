package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Events of stretches, and of expanded grammars, as they are handed on. */
class EventChunkTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);

  private static EventBlock block(int size) {
    EventBlock block = new EventBlock();
    for (int i = 0; i < size; i++) {
      Op op = i % 3 == 0 ? Op.ATOMIC_READ : i % 3 == 1 ? Op.WRITE : Op.SYNC_READ;
      block.add(op, i % 4, i % 5, 10 + 2 * i, i + 100, i + 1000);
    }
    return block;
  }

  private static long detail(int i) {
    long detail = AccessContext.of(i + 100, i + 1000);
    return i % 3 == 0 ? AccessContext.atomic(detail) : detail;
  }

  private static EventChunk full(int size) {
    EventChunk chunk = new EventChunk(size);
    chunk.begin(9);
    chunk.take(block(size), 0);
    return chunk;
  }

  @Test
  void chunk_takesAsManyEventsAsItHasRoomFor() {
    EventChunk chunk = new EventChunk(7);
    EventBlock block = block(5);
    chunk.begin(9);
    assertThat(chunk.isEmpty()).isTrue();
    assertThat(chunk.take(block, 1)).isEqualTo(5);
    assertThat(chunk.size()).isEqualTo(4);
    assertThat(chunk.isEmpty() || chunk.isFull()).isFalse();
    assertThat(chunk.last()).isEqualTo(18);
    assertThat(chunk.take(block, 0)).isEqualTo(3);
    assertThat(chunk.isFull()).isTrue();
    assertThat(chunk.take(block, 3)).as("no room").isEqualTo(3);
    for (int i = 0; i < 7; i++) {
      int of = i < 4 ? i + 1 : i - 4;
      assertThat(chunk.word(i)).isEqualTo(block.words()[of]);
      assertThat(chunk.index(i)).isEqualTo(block.indices()[of]);
      assertThat(chunk.context(i)).isEqualTo(block.contexts()[of]);
    }
    chunk.replace(2, 77);
    assertThat(chunk.word(2)).isEqualTo(77);
    chunk.begin(30);
    assertThat(chunk.isEmpty()).isTrue();
  }

  /** A stretch that has used so much after each event. */
  private static final class Costly extends RecordedStretch {
    final List<Long> times = new ArrayList<>();
    final List<Long> itsDetails = new ArrayList<>();
    long stepsAnEvent;
    long spaceAtEnd;
    long sizeAtEnd;
    int last = Integer.MAX_VALUE; // the event after which it is large

    @Override
    public void event(long word, long time, long detail) {
      times.add(time);
      itsDetails.add(detail);
    }

    @Override
    public long steps() {
      return stepsAnEvent * times.size();
    }

    @Override
    public long space() {
      return times.size() >= last ? spaceAtEnd : 0;
    }

    @Override
    public long size() {
      return sizeAtEnd;
    }
  }

  @Test
  void stretch_getsTheEventsByTheirPositions() {
    Costly stretch = new Costly();
    assertThat(full(40).feed(stretch)).isTrue();
    for (int i = 0; i < 40; i++) {
      assertThat(stretch.times.get(i)).isEqualTo(1 + 2 * i);
      assertThat(stretch.itsDetails.get(i)).isEqualTo(detail(i));
    }
  }

  /** At most 1024 steps and 8 for each event. */
  @Test
  void stretchOfManySteps_isGivenUp() {
    Costly costly = new Costly();
    costly.stepsAnEvent = 8 + 1024 / 64;
    assertThat(full(64).feed(costly)).as("1536 steps").isTrue();
    Costly more = new Costly();
    more.stepsAnEvent = 8 + 1024 / 64 + 1;
    assertThat(full(64).feed(more)).isFalse();
    assertThat(more.times).as("62 times 25 is more than 1536").hasSize(62);
  }

  /** At most 1024 words and one for each event, while it grows; a fourth of that at the end. */
  @Test
  void largeStretch_isGivenUp() {
    Costly stretch = new Costly();
    stretch.last = 10;
    stretch.spaceAtEnd = 1024 + 64;
    stretch.sizeAtEnd = 1024 + 16;
    assertThat(full(64).feed(stretch)).isTrue();
    stretch.spaceAtEnd++;
    stretch.times.clear();
    assertThat(full(64).feed(stretch)).isFalse();
    assertThat(stretch.times).hasSize(10);
    stretch.spaceAtEnd--;
    stretch.sizeAtEnd++;
    stretch.times.clear();
    assertThat(full(64).feed(stretch)).isFalse();
    assertThat(stretch.times).as("all, then").hasSize(64);
  }

  /** Writes down what it gets, as text. */
  private static final class Written implements Beginning<Void> {
    final List<String> lines = new ArrayList<>();

    @Override
    public void event(long word, long time, long detail) {
      lines.add(word + " at " + time + " " + detail);
    }

    @Override
    public void pass(long time) {
      lines.add("pass " + time);
    }

    @Override
    public boolean racesIn(Void next) {
      throw new AssertionError();
    }

    @Override
    public void append(Void next) {
      throw new AssertionError();
    }

    @Override
    public BitSet appendRaceless(Void next) {
      throw new AssertionError();
    }
  }

  @Test
  void beginning_getsAllEvents_orThoseOfSomeVariables() {
    EventChunk chunk = full(30);
    EventBlock block = block(30);
    BitSet variables = BitSet.valueOf(new long[] {0b01001});
    List<String> all = new ArrayList<>();
    List<String> some = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String line = block.words()[i] + " at " + block.indices()[i] + " " + detail(i);
      all.add(line);
      if (i % 3 == 2 || variables.get(i % 5)) {
        some.add(line);
      }
    }
    all.add("pass 68");
    some.add("pass 68");
    Written whole = new Written();
    chunk.feed(whole);
    assertThat(whole.lines).isEqualTo(all);
    Written part = new Written();
    chunk.feed(part, variables);
    assertThat(part.lines).isEqualTo(some);
  }

  /** Acquires have the context after them, other events that before them. */
  @Test
  void expansion_hasTheEventsOfTheTraceWithTheirContexts() {
    for (int round = 0; round < 50; round++) {
      long[] words = RawTraces.withoutReentrance(random, 4, round == 0 ? 9000 : 60);
      Grammar grammar = RawTraces.grammar(words, random);
      LockContexts contexts = new LockContexts();
      int[] before = RawTraces.contextsBefore(words, contexts);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < words.length; i++) {
        boolean acquires = EventBlock.op(words[i]) == Op.ACQUIRE;
        int context =
            acquires ? contexts.child(before[i], EventBlock.operand(words[i]), false) : before[i];
        expected.add(words[i] + " " + (i + 1) + " " + context);
      }
      List<String> got = new ArrayList<>();
      Expansion.feed(grammar, contexts, recorder(got));
      assertThat(got).isEqualTo(expected);
    }
  }

  @Test
  void sharedAcquires_haveTheContextAfterThem() {
    long[] words = {
      EventBlock.word(Op.ACQUIRE_SHARED, 1, 5),
      EventBlock.word(Op.READ, 1, 0),
      EventBlock.word(Op.RELEASE_SHARED, 1, 5),
      EventBlock.word(Op.READ, 1, 0)
    };
    LockContexts contexts = new LockContexts();
    int free = contexts.root(1);
    int held = contexts.child(free, 5, true);
    List<Integer> got = new ArrayList<>();
    Expansion.feed(
        RawTraces.grammar(words, random),
        contexts,
        block -> {
          for (int i = 0; i < block.size(); i++) {
            got.add(block.contexts()[i]);
          }
        });
    assertThat(got).containsExactly(held, held, held, free);
  }

  private static Engine recorder(List<String> got) {
    return block -> {
      for (int i = 0; i < block.size(); i++) {
        got.add(block.words()[i] + " " + block.indices()[i] + " " + block.contexts()[i]);
      }
    };
  }

  @Test
  void foundRaces_areTheFirstOfTheirVariables_inOrder() {
    FoundRaces first = FoundRaces.firstOfVariables();
    FoundRaces all = FoundRaces.all();
    long[][] races = {{7, 3, 20}, {7, 5, 20}, {7, 4, 20}, {7, 9, 30}, {8, 2, 25}, {9, 0, 10}};
    for (long[] race : races) {
      for (FoundRaces found : List.of(first, all)) {
        found.race((int) race[0], RaceKind.WRITE_READ, true, race[1], 1, race[2], 2);
      }
    }
    assertThat(reported(first)).containsExactly("9: 0 10", "7: 5 20", "8: 2 25");
    assertThat(reported(all)).hasSize(6).startsWith("9: 0 10", "7: 3 20").endsWith("7: 9 30");
    assertThat(first.indices()).containsExactly(2, 5, 10, 20, 25);
    assertThat(all.variables()).isEqualTo(BitSet.valueOf(new long[] {0b11_1000_0000}));
  }

  /** An access before the trace has the context that its detail has. */
  @Test
  void racesOfRules_getTheContextsOfTheirAccesses() {
    Grammar grammar =
        RawTraces.grammar(new long[] {EventBlock.word(Op.WRITE, 3, 0)}, new SplittableRandom(1));
    FoundRaces found = FoundRaces.all();
    long first = AccessContext.of(9, 2);
    long second = AccessContext.atomic(AccessContext.of(0, 8));
    found.race(0, RaceKind.WRITE_WRITE, false, 0, first, 1, second);
    LockContexts contexts = new LockContexts();
    ContextsAt at = ContextsAt.of(grammar, found.indices(), contexts);
    int of = contexts.root(3);
    List<Long> details = new ArrayList<>();
    found.reportTo(
        (variable, kind, ordered, firstIndex, firstDetail, index, detail) ->
            details.addAll(List.of(firstDetail, detail)),
        at);
    assertThat(details).containsExactly(first, AccessContext.atomic(AccessContext.of(of, 8)));
  }

  @Test
  void summaryOfOpenLocks_hasTheLocksHeldAfterIt() {
    OpenLocksStretch stretch = new OpenLocksStretch();
    stretch.event(EventBlock.word(Op.RELEASE, 1, 5), 1, 0);
    stretch.event(EventBlock.word(Op.ACQUIRE, 1, 6), 2, 0);
    stretch.event(EventBlock.word(Op.WRITE, 1, 7), 3, 0);
    OpenLocks open = new OpenLocks();
    open.take(EventBlock.word(Op.ACQUIRE, 1, 5));
    open.append(stretch.summary());
    LockContexts contexts = new LockContexts();
    assertThat(open.context(1, contexts)).isEqualTo(contexts.child(contexts.root(1), 6, false));
  }

  private static List<String> reported(FoundRaces found) {
    List<String> reported = new ArrayList<>();
    found.reportTo(
        (variable, kind, ordered, firstIndex, firstDetail, second, secondDetail) -> {
          reported.add(variable + ": " + firstIndex + " " + second);
          assertThat(kind).isEqualTo(RaceKind.WRITE_READ);
          assertThat(ordered).isTrue();
          assertThat(firstDetail).isEqualTo(1);
          assertThat(secondDetail).isEqualTo(2);
        });
    return reported;
  }
}
