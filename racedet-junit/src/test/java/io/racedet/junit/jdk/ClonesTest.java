package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import io.racedet.junit.RacyByDesign;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a clone of an object reads, under locks or by volatile fields, is what others have written.
 */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class ClonesTest extends GuardedPrograms {
  static class Note implements Cloneable {
    int value;

    Note copy() throws CloneNotSupportedException {
      return (Note) clone();
    }
  }

  static final class LongNote extends Note {
    long more;
  }

  /** Its copy is not that of the JDK. */
  static final class OwnNote extends Note {
    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod") // reads nothing
    protected Object clone() {
      return new OwnNote();
    }
  }

  static final class Point implements Cloneable {
    final int[] at;

    Point(int x) {
      at = new int[] {x};
    }

    Point copy() throws CloneNotSupportedException {
      return (Point) clone();
    }
  }

  @RacyByDesign("a test hands over a copy by a race")
  private Point published;

  @Test
  @Tag(SMOKE)
  void fieldOfACopy() throws Exception {
    Note note = new Note();
    guarded(() -> note.value = 1, () -> note.copy().value == 1);
  }

  @Test
  void fieldOfACopy_ofSubclass() throws Exception {
    LongNote note = new LongNote();
    guarded(() -> note.more = 1, () -> ((LongNote) note.copy()).more == 1);
  }

  @Test
  void fieldOfACopy_ofAList() throws Exception {
    class Named extends ArrayList<Integer> {
      private static final long serialVersionUID = 1;

      int name;
    }

    Named list = new Named();
    guarded(() -> list.name = 1, () -> ((Named) list.clone()).name == 1);
  }

  @Test
  void copiesUnderOneLock() throws Exception {
    Note note = new Note();
    Step step =
        () -> {
          synchronized (note) {
            note.value += note.copy().value + 1;
          }
        };
    inParallel(step, step);
  }

  @Test
  void copyOfWhatNobodyChanges() throws Exception {
    Note note = new Note();
    Step step = () -> note.copy().value++;
    inParallel(step, step);
  }

  @Test
  void volatileField_ordersWhatComesBefore() throws Exception {
    class Flagged implements Cloneable {
      volatile boolean isSet;

      Flagged copy() throws CloneNotSupportedException {
        return (Flagged) clone();
      }
    }

    Flagged flagged = new Flagged();
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          flagged.isSet = true;
        },
        () -> {
          if (flagged.copy().isSet) {
            cell.add();
          }
        });
  }

  /** The fields are read by nobody: it fails before. */
  @Test
  void notCloneable_isNotRead() throws Exception {
    class Plain {
      int value;

      boolean isCopied() {
        try {
          return clone() != null;
        } catch (CloneNotSupportedException e) {
          return false;
        }
      }
    }

    Plain plain = new Plain();
    inParallel(() -> plain.value++, plain::isCopied);
  }

  @Test
  void ownCopy_readsNothing() throws Exception {
    Note note = new OwnNote();
    inParallel(() -> note.value++, note::copy);
  }

  @Test
  void finalFieldsOfACopy_areFrozen() throws Exception {
    inParallel(() -> published = new Point(1).copy(), () -> use(published));
  }

  @Test
  void finalFields_areFrozenWhenTheyAreCopied() throws Exception {
    inParallel(
        () -> published = new Point(1),
        () -> {
          Point point = published;
          use(point == null ? null : point.copy());
        });
  }

  private static void use(Point point) {
    if (point != null && point.at[0] != 1) {
      throw new AssertionError(point.at[0]);
    }
  }
}
