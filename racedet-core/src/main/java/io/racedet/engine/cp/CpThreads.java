package io.racedet.engine.cp;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/** The open critical sections of each thread, in the order of their acquires. */
final class CpThreads {
  private static final CpSection[] NONE = {};

  private CpSection[][] sections = new CpSection[0][]; // by thread
  private int[] sizes = new int[0];

  int size(int thread) {
    return thread < sizes.length ? sizes[thread] : 0;
  }

  CpSection section(int thread, int i) {
    return sections[thread][i];
  }

  /** One more than the largest thread with a section. */
  int threads() {
    return sizes.length;
  }

  void open(int thread, CpSection section) {
    if (thread >= sizes.length) {
      int length = sizes.length;
      sizes = IntArrays.grow(sizes, thread + 1);
      sections = ObjectArrays.grow(sections, thread + 1);
      Arrays.fill(sections, length, sections.length, NONE);
    }
    sections[thread] = ObjectArrays.grow(sections[thread], sizes[thread] + 1);
    sections[thread][sizes[thread]++] = section;
  }

  CpSection close(int thread, int lock, boolean shared) {
    CpSection[] mine = sections[thread];
    int i = sizes[thread] - 1;
    while (mine[i].lock != lock || mine[i].shared != shared) {
      i--;
    }
    CpSection section = mine[i];
    int last = --sizes[thread];
    System.arraycopy(mine, i + 1, mine, i, last - i);
    mine[last] = null;
    return section;
  }
}
