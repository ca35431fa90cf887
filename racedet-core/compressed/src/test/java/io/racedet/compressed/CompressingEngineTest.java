package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.TraceCompressor;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which engine takes a trace, and that it gets all of it. */
class CompressingEngineTest {
  private static final int LOCATION = 7;
  private static final long WORD = EventBlock.word(Op.SYNC_WRITE, 1, 3);

  private final LockContexts contexts = new LockContexts();
  private final List<Long> reported = new ArrayList<>(); // second accesses
  private final EngineSetup setup =
      new EngineSetup(
          contexts,
          (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
              reported.add(second));
  private final List<Long> events = new ArrayList<>(); // of the event-by-event engine
  private final List<Long> whole = new ArrayList<>(); // of the analysis by rules
  private int created; // event-by-event engines
  private int finished;
  private long index;

  private final CompressedEngine kind =
      new CompressedEngine(
          Engines.named("slp-hb").claims(),
          this::eventByEvent,
          allocated -> new RecordedStretch(),
          (races, allocated) -> new Whole()) {};

  private Engine eventByEvent(Grammar grammar, EngineSetup own) {
    created++;
    return new Plain(own.races());
  }

  /** Writes down all events, and reports a race at the end. */
  private final class Plain implements Engine {
    private final RaceSink races;

    Plain(RaceSink races) {
      this.races = races;
    }

    @Override
    public void consume(EventBlock block) {
      for (int i = 0; i < block.size(); i++) {
        events.add(block.words()[i]);
        assertThat(block.indices()[i]).isEqualTo(events.size());
        assertThat(block.locations()[i]).isEqualTo(LOCATION);
      }
    }

    @Override
    public void finish() {
      finished++;
      races.race(1, RaceKind.WRITE_WRITE, true, 4, 0, 5, 0);
    }
  }

  /** The beginning of the trace, without races. */
  private final class Whole implements Beginning<List<Long>> {
    @Override
    public void event(long word, long time, long detail) {
      whole.add(word);
      assertThat(time).isEqualTo(whole.size());
    }

    @Override
    public void pass(long time) {
      throw new AssertionError("no accesses");
    }

    @Override
    public boolean racesIn(List<Long> next) {
      return false;
    }

    @Override
    public void append(List<Long> next) {
      whole.addAll(next);
    }

    @Override
    public BitSet appendRaceless(List<Long> next) {
      throw new AssertionError("not of rules");
    }
  }

  private EventBlock block(long word) {
    EventBlock block = new EventBlock();
    int context = contexts.root(1);
    block.add(EventBlock.op(word), 1, EventBlock.operand(word), ++index, context, LOCATION);
    return block;
  }

  private static long[] different(int length) {
    return LongStream.range(0, length).map(i -> WORD + i).toArray();
  }

  private static long[] equal(int length) {
    return LongStream.range(0, length).map(i -> WORD).toArray();
  }

  /** Feeds one event after the other; returns after how many the engine has been replaced. */
  private int feed(CompressingEngine engine, long[] words) {
    int replaced = 0;
    for (int i = 0; i < words.length; i++) {
      engine.consume(block(words[i]));
      replaced = replaced == 0 && created > 0 ? i + 1 : replaced;
    }
    engine.finish();
    return replaced;
  }

  /** The first length at which the grammar is larger than the bound, and not short. */
  private static int tooLarge(long[] words, long large) {
    TraceCompressor compressor = new TraceCompressor(true);
    for (int i = 0; i < words.length; i++) {
      compressor.append(words[i], LOCATION);
      if (compressor.size() > large && i + 1 < 32 * compressor.size()) {
        return i + 1;
      }
    }
    return 0;
  }

  @Test
  void largeGrammar_isReplacedAtOnce() {
    long[] words = different(200);
    assertThat(tooLarge(words, 50)).isEqualTo(51);
    assertThat(feed(new CompressingEngine(kind, setup, 50), words)).isEqualTo(51);
    assertThat(events).isEqualTo(LongStream.of(words).boxed().toList());
    assertThat(whole).isEmpty();
    assertThat(created).isEqualTo(1);
    assertThat(finished).isEqualTo(1);
    assertThat(reported).containsExactly(5L);
  }

  @Test
  void largeGrammarOfALongTrace_isKept() {
    long[] words = equal(4095); // of which the rules derive 2^k
    TraceCompressor compressor = new TraceCompressor(true);
    LongStream.of(words).forEach(word -> compressor.append(word, LOCATION));
    assertThat(compressor.size()).isGreaterThan(30);
    assertThat(tooLarge(words, 30)).isZero();
    assertThat(tooLarge(words, 10)).as("until the trace is long").isPositive();
    assertThat(feed(new CompressingEngine(kind, setup, 30), words)).isZero();
    assertThat(created).isZero();
    assertThat(whole).isEqualTo(LongStream.of(words).boxed().toList());
    assertThat(reported).isEmpty();
  }

  @Test
  void smallGrammarOfAShortTrace_isExpandedAtTheEnd() {
    long[] words = different(40);
    assertThat(feed(new CompressingEngine(kind, setup), words)).isZero();
    assertThat(created).isEqualTo(1);
    assertThat(finished).isEqualTo(1);
    assertThat(events).isEqualTo(LongStream.of(words).boxed().toList());
    assertThat(reported).containsExactly(5L);
  }

  @Test
  void firstRaceEngine_hasTheRacesThatAreFoundAtTheEnd() {
    Engine first = new FirstRaceEngine(own -> eventByEvent(null, own), setup);
    first.consume(block(WORD));
    assertThat(reported).isEmpty();
    first.finish();
    assertThat(events).containsExactly(WORD);
    assertThat(reported).containsExactly(5L);
  }

  @Test
  void engineOfAGrammar_isForItsEvents_andHasALimitIfItIsShort() {
    Grammar other = Grammar.of(new long[] {WORD}, new int[1], new int[1]);
    TraceCompressor compressor = new TraceCompressor(true);
    LongStream.of(equal(5000)).forEach(word -> compressor.append(word, LOCATION));
    for (int workers = 0; workers <= 1; workers++) {
      assertThat(kind.create(setup, workers, compressor.grammar()))
          .isInstanceOf(ExpandedGrammar.class);
    }
    assertThat(kind.create(setup, 0, other)).isInstanceOf(FirstRaceEngine.class);
    assertThat(kind.create(setup, 1, other)).isInstanceOf(ParallelEngine.class);
    assertThat(kind.createParallel(setup, 1, 5)).isInstanceOf(ParallelEngine.class);

    Engine expanded = ExpandedGrammar.of(other, new Plain(setup.races()));
    expanded.consume(block(WORD));
    expanded.finish();
    assertThat(expanded.limits()).hasSize(1);
    assertThat(events).containsExactly(WORD);
    assertThat(finished).isEqualTo(1);
  }
}
