package io.racedet.engine.cp;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/** The undecided questions and the pairs that depend on them. */
final class CpQuestions {
  private static final int INITIAL = 16;

  private final CpClocks clocks;
  private final CpReports reports;
  private final EdgeSink edges; // or null

  private CpQuestion[] undecided = new CpQuestion[INITIAL];
  private int size;
  private int finished; // how many of them are not open

  private CpQuestion[] raised = new CpQuestion[INITIAL]; // a stack
  private int raisedCount;
  private CpQuestion[] found = new CpQuestion[INITIAL]; // of the current pair
  private long[] needed = new long[INITIAL];
  private long passes; // over all questions
  private long dependencies;

  CpQuestions(CpClocks clocks, CpReports reports, EdgeSink edges) {
    this.clocks = clocks;
    this.reports = reports;
    this.edges = edges;
  }

  int size() {
    return size;
  }

  /** How many times a question was made to depend on another one. */
  long dependencies() {
    return dependencies;
  }

  /** How many times the undecided questions were searched for those that a question depends on. */
  long passes() {
    return passes;
  }

  CpQuestion undecided(int i) {
    return undecided[i];
  }

  /** Adds the question of a section that opens, unless its answer makes no difference. */
  void ask(CpSection section, CpHistory history, int thread) {
    int last = history.size() - 1;
    if (last < 0 || clocks.cp.known(thread, history.thread(last)) >= history.released(last)) {
      return;
    }
    CpQuestion question = new CpQuestion(history, thread, section.acquired, section.shared);
    section.add(question);
    history.ask();
    undecided = ObjectArrays.grow(undecided, size + 1);
    undecided[size++] = question;
  }

  /** Answers the questions of a section as far as they are known at its release (Algorithm 4). */
  void close(CpSection section, int thread) {
    boolean changed;
    do {
      changed = false;
      for (int i = 0; i < section.questions(); i++) {
        CpQuestion question = section.question(i);
        long ordered = question.history.newestAcquired(clocks.cp.clock(thread), question.newest);
        changed |= raise(question, Math.max(ordered, question.marked));
      }
    } while (changed);
    for (int i = 0; i < section.questions(); i++) {
      if (!section.question(i).isFull()) {
        dependOnOthers(section.question(i), thread);
      }
    }
    for (int i = 0; i < section.questions(); i++) {
      CpQuestion question = section.question(i);
      question.open = false;
      if (question.isFull()) {
        remove(question);
        decide(question);
      } else {
        finished++;
      }
    }
    if (finished > 0) {
      decide();
    }
  }

  /** Removes an undecided question: one of the last, where sections are nested. */
  private void remove(CpQuestion question) {
    int i = size - 1;
    while (undecided[i] != question) {
      i--;
    }
    System.arraycopy(undecided, i + 1, undecided, i, size - i - 1);
    undecided[--size] = null;
  }

  /**
   * Adds a question to the dependents of those whose answers may raise its own (Algorithm 4, line
   * 6). Of questions about one history, the last one is enough if the sections that ask the others
   * happen before it: their answers raise its own, which then is at least as high.
   */
  private void dependOnOthers(CpQuestion question, int thread) {
    passes++;
    for (int i = size - 1; i >= 0; i--) {
      CpQuestion other = undecided[i];
      if (other != question
          && !other.history.isCovered(passes, other.thread)
          && clocks.isKnown(thread, other.thread, other.acquired)) {
        if (highest(question, other, other.newest) > question.level) {
          other.addDependent(question);
          dependencies++;
        }
        other.history.cover(passes, other.askedByShared ? other.thread : CpHistory.NONE);
      }
    }
  }

  /** The answer to a question that follows from a given answer to another. */
  private static long highest(CpQuestion question, CpQuestion other, long level) {
    int position = other.history.position(level);
    return position < 0
        ? 0
        : question.history.newestAcquired(other.history, position, question.newest);
  }

  private boolean raise(CpQuestion question, long level) {
    if (level <= question.level) {
      return false;
    }
    question.level = level;
    push(question);
    while (raisedCount > 0) {
      CpQuestion next = pop();
      int position = next.history.position(next.level);
      if (position < 0) {
        continue; // no live owner is before that section
      }
      clocks.precede(next.history, position, next.thread, next.acquired);
      if (edges != null) {
        reportEdge(next, position);
      }
      next.dropOrderedPairs();
      for (int i = 0; i < next.dependents(); i++) {
        CpQuestion dependent = next.dependent(i);
        long higher = highest(dependent, next, next.level);
        if (higher > dependent.level) {
          dependent.level = higher;
          push(dependent);
        }
      }
    }
    return true;
  }

  private void reportEdge(CpQuestion question, int position) {
    EdgeRule rule =
        question.marked >= question.level
            ? EdgeRule.CONFLICTING_SECTIONS
            : EdgeRule.ORDERED_SECTIONS;
    CpHistory history = question.history;
    edges.edge(
        rule,
        history.thread(position),
        history.released(position),
        question.thread,
        question.acquired);
  }

  private void push(CpQuestion question) {
    raised = ObjectArrays.grow(raised, raisedCount + 1);
    raised[raisedCount++] = question;
  }

  private CpQuestion pop() {
    CpQuestion last = raised[--raisedCount];
    raised[raisedCount] = null; // or it would keep all that depend on it
    return last;
  }

  /** Decides the finished questions whose answers no open one can raise any more. */
  private void decide() {
    for (int i = 0; i < size; i++) {
      if (undecided[i].open) {
        reach(undecided[i]);
      }
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      CpQuestion question = undecided[i];
      if (question.open || question.reached) {
        question.reached = false;
        undecided[kept++] = question;
      } else {
        decide(question);
      }
    }
    finished -= size - kept;
    Arrays.fill(undecided, kept, size, null);
    size = kept;
  }

  private void reach(CpQuestion from) {
    push(from);
    while (raisedCount > 0) {
      CpQuestion next = pop();
      for (int i = 0; i < next.dependents(); i++) {
        CpQuestion dependent = next.dependent(i);
        if (!dependent.reached) {
          dependent.reached = true;
          push(dependent);
        }
      }
    }
  }

  private void decide(CpQuestion question) {
    question.decided = true;
    question.history.decide();
    for (int i = 0; i < question.pairs(); i++) {
      CpPair pair = question.pair(i);
      if (--pair.openQuestions == 0) {
        reports.add(pair);
      }
    }
  }

  /**
   * Finds the questions that may still order an access CP-before a thread's present (Algorithm 1,
   * lines 10 and 16, and Algorithm 2, line 8).
   *
   * @return the number of these questions, or {@link #ORDERED} if it is ordered
   */
  int findOpenQuestions(int other, long time, int thread) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      CpQuestion question = undecided[i];
      if (clocks.isKnown(thread, question.thread, question.acquired)) {
        long level = question.history.firstAfter(other, time, question.newest);
        if (level <= Math.max(question.level, question.marked)) {
          return ORDERED;
        }
        if (level <= question.newest) {
          if (count == found.length) {
            found = ObjectArrays.grow(found, count + 1);
            needed = LongArrays.grow(needed, count + 1);
          }
          found[count] = question;
          needed[count++] = level;
        }
      }
    }
    return count;
  }

  static final int ORDERED = -1;

  /** Makes a pair await the questions that {@link #findOpenQuestions} has found. */
  void await(CpPair pair, int count) {
    pair.openQuestions = count;
    for (int i = 0; i < count; i++) {
      found[i].addPair(pair, needed[i]);
      found[i] = null;
    }
  }
}
