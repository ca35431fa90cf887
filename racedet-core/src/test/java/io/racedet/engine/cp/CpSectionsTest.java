package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.ThreadClocks;
import io.racedet.engine.growth.RetainedBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The open sections of threads, their questions, and the histories of a lock, as lists. */
class CpSectionsTest {
  private static final int STEPS = 2_000;
  private static final int THREADS = 30;
  private static final int LOCKS = 6;

  private final CpHistory history = new CpHistory(0);

  @Test
  void openSections_closedInAnyOrder_areAList() {
    Random random = new Random(15);
    CpThreads threads = new CpThreads();
    List<List<CpSection>> model = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      model.add(new ArrayList<>());
    }
    assertThat(threads.threads()).isZero();
    int most = 0;
    for (int step = 0; step < STEPS; step++) {
      int thread = random.nextInt(1 + random.nextInt(THREADS));
      List<CpSection> mine = model.get(thread);
      int lock = random.nextInt(LOCKS);
      boolean shared = random.nextBoolean();
      CpSection same =
          mine.stream().filter(s -> s.lock == lock && s.shared == shared).findFirst().orElse(null);
      if (same == null) {
        CpSection section = new CpSection(lock, shared, history, step);
        threads.open(thread, section);
        mine.add(section);
        most = Math.max(most, thread);
      } else {
        assertThat(threads.close(thread, lock, shared)).isSameAs(same);
        mine.remove(same);
      }
      assertThat(threads.threads()).isGreaterThan(most);
      for (int t = 0; t < THREADS; t++) {
        assertThat(threads.size(t)).isEqualTo(model.get(t).size());
        for (int i = 0; i < threads.size(t); i++) {
          assertThat(threads.section(t, i)).isSameAs(model.get(t).get(i));
        }
      }
    }
  }

  @Test
  void section_hasTheNextNumber_andItsQuestions() {
    CpSection section = new CpSection(1, false, history, 5);
    assertThat(section.number()).isEqualTo(1);
    history.add(0, 1, 2, null);
    assertThat(section.number()).isEqualTo(2);
    List<CpQuestion> questions = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      assertThat(section.questions()).isEqualTo(i);
      questions.add(new CpQuestion(history, 0, i, false));
      section.add(questions.get(i));
    }
    for (int i = 0; i < 10; i++) {
      assertThat(section.question(i)).isSameAs(questions.get(i));
    }
  }

  @Test
  void lock_hasAHistoryForEachReader() {
    CpLock lock = new CpLock(history);
    assertThat(lock.exclusive).isSameAs(history);
    List<CpHistory> shared = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      assertThat(lock.sharedHistories()).isEqualTo(i);
      assertThat(lock.sharedOf(3 * i)).isNull();
      shared.add(new CpHistory(i + 1));
      lock.addShared(3 * i, shared.get(i));
    }
    for (int i = 0; i < 10; i++) {
      assertThat(lock.shared(i)).isSameAs(shared.get(i));
      assertThat(lock.sharedOf(3 * i)).isSameAs(shared.get(i));
      assertThat(lock.sharedOf(3 * i + 1)).isNull();
    }
  }

  @Test
  void question_isFull_whenTheAnswerIsTheNewestSection() {
    history.add(0, 1, 2, null);
    history.add(1, 3, 4, null);
    CpQuestion question = new CpQuestion(history, 2, 5, false);
    history.add(2, 5, 6, null);
    assertThat(question.newest).isEqualTo(2);
    question.level = 1;
    assertThat(question.isFull()).isFalse();
    question.level = 2;
    assertThat(question.isFull()).isTrue();
  }

  @Test
  void dependents_areAList() {
    CpQuestion question = new CpQuestion(history, 0, 1, false);
    List<CpQuestion> dependents = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      assertThat(question.dependents()).isEqualTo(i);
      dependents.add(new CpQuestion(history, 0, i, false));
      question.addDependent(dependents.get(i));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(question.dependent(i)).isSameAs(dependents.get(i));
    }
  }

  /** A pair is ordered by an answer of at least the section that it needs, here or elsewhere. */
  @Test
  void pairs_thatAreOrdered_areDropped() {
    CpQuestion question = new CpQuestion(history, 0, 1, false);
    List<CpPair> pairs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pairs.add(CpReportsTest.pair(i, i));
      question.addPair(pairs.get(i), i);
      assertThat(question.pairs()).isEqualTo(i + 1);
    }
    pairs.get(3).ordered = true;
    pairs.get(15).ordered = true;
    question.level = 10;
    question.dropOrderedPairs();
    assertThat(question.pairs()).isEqualTo(8);
    for (int i = 0, needed = 11; i < 8; i++, needed++) {
      needed += needed == 15 ? 1 : 0;
      assertThat(question.pair(i)).isSameAs(pairs.get(needed));
      assertThat(question.needed(i)).isEqualTo(needed);
    }
    for (int i = 0; i < 20; i++) {
      assertThat(pairs.get(i).ordered).isEqualTo(i <= 10 || i == 15);
    }
  }

  @Test
  void pairs_thatAreDropped_areNotKept() {
    CpQuestion question = new CpQuestion(history, 0, 1, false);
    for (int i = 0; i < 1_000; i++) {
      question.addPair(CpReportsTest.pair(i, i), i);
    }
    long before = new RetainedBytes(history).of(question);
    question.level = 1_000;
    question.dropOrderedPairs();
    assertThat(new RetainedBytes(history).of(question)).isLessThan(before - 60 * 1_000);
  }

  @Test
  void sections_thatAreDropped_keepNoClock() {
    for (int i = 1; i <= 100; i++) {
      ThreadClocks order = new ThreadClocks();
      for (int thread = 1; thread < 100; thread++) {
        order.join(0, thread, i, order.snapshot(thread));
      }
      history.add(0, 2 * i, 2 * i + 1, order.snapshot(0));
    }
    history.keep(new boolean[100]);
    assertThat(history.size()).isEqualTo(1);
    assertThat(new RetainedBytes().of(history)).isLessThan(100 * 100);
  }
}
