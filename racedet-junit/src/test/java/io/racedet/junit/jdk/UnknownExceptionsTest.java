package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.CannotRedoException;
import javax.swing.undo.CannotUndoException;
import javax.swing.undo.CompoundEdit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads learn from the exceptions of objects that are not modelled what others have done. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class UnknownExceptionsTest extends JdkPrograms {
  private static final int LATER = 1000;

  private final Cell cell = new Cell();
  private final AbstractUndoableEdit edit = new AbstractUndoableEdit();

  /** A thread adds and ends the edit; this one waits until it finds it ended, and adds. */
  private void endedBy(BooleanSupplier ended) throws InterruptedException {
    Thread ending =
        start(
            () -> {
              cell.add();
              edit.die();
            });
    while (!ended.getAsBoolean()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(ending);
  }

  private void undoAndRedo() {
    edit.undo();
    edit.redo();
  }

  private boolean isCaught(Runnable calls) {
    try {
      calls.run();
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }

  @Test
  @Tag(SMOKE)
  void caughtWhereTheCallIs() throws Exception {
    endedBy(
        () -> {
          try {
            edit.undo();
            edit.redo();
            return false;
          } catch (CannotUndoException | CannotRedoException e) {
            return true;
          }
        });
  }

  @Test
  void handlerUsesTheData() throws Exception {
    endedBy(
        () -> {
          try {
            edit.undo();
            edit.redo();
            return false;
          } catch (CannotUndoException | CannotRedoException e) {
            cell.add();
            return true;
          }
        });
  }

  @Test
  void caughtByTheCaller() throws Exception {
    endedBy(() -> isCaught(this::undoAndRedo));
  }

  @Test
  void thrownThroughFinally() throws Exception {
    endedBy(() -> isCaught(this::undoAtLast));
  }

  private void undoAtLast() {
    boolean failed = true;
    try {
      undoAndRedo();
      failed = false;
    } finally {
      if (failed) {
        cell.add();
      }
    }
  }

  @Test
  void thrownOutOfASection() throws Exception {
    Object lock = new Object();
    endedBy(
        () ->
            isCaught(
                () -> {
                  synchronized (lock) {
                    undoAndRedo();
                  }
                }));
  }

  @Test
  void thrownByAMethodReference() throws Exception {
    Runnable undo = edit::undo;
    Runnable redo = edit::redo;
    endedBy(() -> isCaught(undo) || isCaught(redo));
  }

  /** Takes a while to be undone. */
  private static final class SlowEdit extends AbstractUndoableEdit {
    private static final long serialVersionUID = 1;

    @Override
    public void undo() {
      pause(5 * LATER);
    }
  }

  /** The call begins before the other thread ends the edit that it comes to. */
  private void endedDuring(Consumer<CompoundEdit> undo) throws InterruptedException {
    CompoundEdit all = new CompoundEdit();
    all.addEdit(edit);
    all.addEdit(new SlowEdit());
    all.end();
    Thread ending =
        start(
            () -> {
              pause(LATER);
              cell.add();
              edit.die();
            });
    undo.accept(all);
    join(ending);
  }

  @Test
  void callBeginsBefore_caughtWhereItIs() throws Exception {
    endedDuring(
        all -> {
          try {
            all.undo();
          } catch (CannotUndoException e) {
            cell.add();
          }
        });
  }

  @Test
  void callBeginsBefore_caughtByTheCaller() throws Exception {
    endedDuring(
        all -> {
          if (isCaught(() -> undo(all))) {
            cell.add();
          }
        });
  }

  private static void undo(CompoundEdit all) {
    all.undo();
  }

  @Test
  void callBeginsBefore_byAMethodReference() throws Exception {
    endedDuring(
        all -> {
          if (isCaught(all::undo)) {
            cell.add();
          }
        });
  }

  @Test
  void callBeginsBefore_thrownThroughFinally() throws Exception {
    endedDuring(all -> isCaught(() -> undoOrUse(all)));
  }

  private void undoOrUse(CompoundEdit all) {
    boolean failed = true;
    try {
      all.undo();
      failed = false;
    } finally {
      if (failed) {
        cell.add();
      }
    }
  }
}
