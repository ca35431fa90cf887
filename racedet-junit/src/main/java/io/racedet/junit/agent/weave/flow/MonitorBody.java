package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Puts the body of a method between instructions that enter and exit the monitor of {@code this},
 * in the form that javac gives to a synchronized block: a handler for all of the body, and for
 * itself, exits it; what comes behind an exit is covered neither by it nor by the handlers of the
 * method, which are for code that has the monitor. The JIT compilers compile no other form.
 *
 * <p>Where the verifier infers types, a handler covers no code in which a local variable is
 * written: it would merge the classes that the variable holds, and load them to do so.
 */
final class MonitorBody extends MethodVisitor {
  private final String frameOfThis;
  private final int firstLine;
  private final List<Block> blocks = new ArrayList<>(); // of the method, in its order
  private final List<Piece> covered = new ArrayList<>(); // by handlers that exit the monitor
  private Piece open;
  private boolean cuts; // before the next instruction
  private boolean handles; // with the next instruction
  private int instructions;

  /** A range of instructions. */
  private static final class Piece {
    final Label start;
    final int first;
    Label end;

    Piece(Label start, int first) {
      this.start = start;
      this.first = first;
    }

    Piece to(Label last) {
      end = last;
      return this;
    }
  }

  /** A handler of the method, with what is left of the range that it covers. */
  private static final class Block {
    final Label start;
    final Label end;
    final Label handler;
    final String type;
    final List<Piece> pieces = new ArrayList<>();
    boolean isActive;
    Piece open;

    Block(Label start, Label end, Label handler, String type) {
      this.start = start;
      this.end = end;
      this.handler = handler;
      this.type = type;
    }
  }

  /**
   * Starts a method.
   *
   * @param frameOfThis its class, null if the class file has no frames
   * @param firstLine its first source line, 0 if not known
   */
  MonitorBody(MethodVisitor out, String frameOfThis, int firstLine) {
    super(Opcodes.ASM9, out);
    this.frameOfThis = frameOfThis;
    this.firstLine = firstLine;
  }

  @Override
  public void visitCode() {
    mv.visitCode();
    if (firstLine > 0) {
      Label first = new Label();
      mv.visitLabel(first);
      mv.visitLineNumber(firstLine, first);
    }
    // stack: ... -> ..., this -> ...
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitInsn(Opcodes.MONITORENTER);
    open = new Piece(marked(), instructions);
  }

  private Label marked() {
    Label label = new Label();
    mv.visitLabel(label);
    return label;
  }

  /* ---- ranges ---- */

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    blocks.add(new Block(start, end, handler, type));
  }

  @Override
  public void visitLabel(Label label) {
    mv.visitLabel(label);
    for (Block block : blocks) {
      handles |= block.handler.equals(label);
      if (block.end.equals(label)) {
        block.isActive = false;
        close(block, label);
      } else if (block.start.equals(label)) {
        block.isActive = true;
      }
    }
  }

  /** An instruction of the method comes next. */
  private void step(int opcode) {
    boolean isStore = frameOfThis == null && opcode == Opcodes.ASTORE;
    boolean startsHandler = handles;
    handles = false;
    if (isStore && startsHandler) {
      visitInsn(Opcodes.NOP); // what is woven at the start of a handler is to be covered, too
    }
    if (cuts || isStore) {
      close();
    }
    if (open == null && !isStore) {
      open = new Piece(marked(), instructions);
    }
    cuts = isStore || frameOfThis == null && endsPath(opcode);
    for (Block block : blocks) {
      if (block.isActive && block.open == null) {
        block.open = new Piece(marked(), instructions);
      }
    }
    instructions++;
  }

  private static boolean endsPath(int opcode) {
    return opcode >= Opcodes.GOTO && opcode <= Opcodes.LOOKUPSWITCH || opcode == Opcodes.ATHROW;
  }

  private void close() {
    if (open != null && open.first < instructions) {
      covered.add(open.to(marked()));
    }
    open = null;
  }

  private void close(Block block, Label end) {
    if (block.open != null && block.open.first < instructions) {
      block.pieces.add(block.open.to(end));
    }
    block.open = null;
  }

  private void exit() {
    // stack: ... -> ..., this -> ...
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitInsn(Opcodes.MONITOREXIT);
  }

  private void returns(int opcode) {
    handles = false;
    if (cuts) {
      close();
    }
    Label exits = marked();
    blocks.forEach(block -> close(block, exits));
    Piece last = open == null ? new Piece(exits, instructions) : open;
    exit();
    covered.add(last.to(marked()));
    open = null;
    cuts = false;
    mv.visitInsn(opcode);
    instructions++;
  }

  /* ---- instructions ---- */

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      returns(opcode);
    } else {
      step(opcode);
      mv.visitInsn(opcode);
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    step(opcode);
    mv.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    step(opcode);
    mv.visitVarInsn(opcode, local);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    step(opcode);
    mv.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    step(opcode);
    mv.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    step(opcode);
    mv.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    step(Opcodes.INVOKEDYNAMIC);
    mv.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    step(opcode);
    mv.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitLdcInsn(Object value) {
    step(Opcodes.LDC);
    mv.visitLdcInsn(value);
  }

  @Override
  public void visitIincInsn(int local, int increment) {
    step(Opcodes.IINC);
    mv.visitIincInsn(local, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    step(Opcodes.TABLESWITCH);
    mv.visitTableSwitchInsn(min, max, other, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    step(Opcodes.LOOKUPSWITCH);
    mv.visitLookupSwitchInsn(other, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    step(Opcodes.MULTIANEWARRAY);
    mv.visitMultiANewArrayInsn(descriptor, dimensions);
  }

  /* ---- handlers ---- */

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    close();
    for (Block block : blocks) {
      block.pieces.forEach(piece -> write(piece, block.handler, block.type));
    }
    if (frameOfThis == null) {
      covered.forEach(piece -> writeHandler(List.of(piece)));
    } else {
      writeHandler(covered);
    }
    mv.visitMaxs(Math.max(maxStack, 1) + 1, maxLocals);
  }

  private void writeHandler(List<Piece> pieces) {
    Label handler = marked();
    if (frameOfThis != null) {
      Object[] caught = {"java/lang/Throwable"};
      mv.visitFrame(Opcodes.F_FULL, 1, new Object[] {frameOfThis}, 1, caught);
    }
    Piece itself = new Piece(handler, instructions);
    // stack: exception -> exception
    exit();
    itself.to(marked());
    // stack: exception -> (thrown)
    mv.visitInsn(Opcodes.ATHROW);
    pieces.forEach(piece -> write(piece, handler, null));
    write(itself, handler, null);
  }

  private void write(Piece piece, Label handler, String type) {
    mv.visitTryCatchBlock(piece.start, piece.end, handler, type);
  }
}
