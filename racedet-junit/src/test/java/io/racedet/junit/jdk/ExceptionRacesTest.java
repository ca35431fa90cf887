package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import java.io.OutputStream;
import java.io.PrintStream;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.CannotUndoException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races beside exceptions of code that is not recorded. */
@ExpectRace
class ExceptionRacesTest extends JdkPrograms {
  private static final int LATER = 20;

  private final Cell cell = new Cell();
  private final AbstractUndoableEdit edit = new AbstractUndoableEdit();

  private static AbstractUndoableEdit ended() {
    AbstractUndoableEdit edit = new AbstractUndoableEdit();
    edit.die();
    return edit;
  }

  private static void fail(AbstractUndoableEdit edit) {
    try {
      edit.undo();
    } catch (CannotUndoException e) {
      spin(1);
    }
  }

  @Test
  void exceptionOfAnotherObject() throws Exception {
    AbstractUndoableEdit other = ended();
    inParallel(
        () -> {
          cell.add();
          edit.die();
        },
        () -> {
          pause(LATER);
          fail(other);
          cell.add();
        });
  }

  @Test
  @Tag(SMOKE)
  void dataAddedAfterTheCall() throws Exception {
    inParallel(
        () -> {
          edit.die();
          cell.add();
        },
        () -> {
          pause(LATER);
          fail(edit);
          cell.add();
        });
  }

  @Test
  void exceptionBeforeTheCallOfTheOther() throws Exception {
    AbstractUndoableEdit dead = ended();
    inParallel(
        () -> {
          fail(dead);
          cell.add();
        },
        () -> {
          pause(LATER);
          fail(dead);
          cell.add();
        });
  }

  private static final class Counted extends Exception {
    private static final long serialVersionUID = 1;
    private int printed;

    @Override
    public String toString() {
      printed++;
      return "a";
    }
  }

  @Test
  void printedToStreamsOfTheirOwn() throws Exception {
    Counted shared = new Counted();
    Step print = () -> shared.printStackTrace(new PrintStream(OutputStream.nullOutputStream()));
    inParallel(print, print);
  }

  @Test
  void printedToOneStream_beforeTheDataIsUsed() throws Exception {
    Exception shared = new Exception();
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    Step print =
        () -> {
          cell.add();
          shared.printStackTrace(out);
          cell.add();
        };
    inParallel(print, print);
  }
}
