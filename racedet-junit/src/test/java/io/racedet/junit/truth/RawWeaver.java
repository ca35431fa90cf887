package io.racedet.junit.truth;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves the raw actions of one class. */
final class RawWeaver extends ClassVisitor {
  private static final String HOOKS = "io/racedet/junit/truth/raw/RawHooks";
  /* The next node is a plain field; that elements are handed over is promised. */
  private static final String DUAL_NODE = "java/util/concurrent/LinkedTransferQueue$DualNode";

  private static final String THREAD = "java/lang/Thread";

  /** What of a thread is woven; the rest orders threads by accident, as the numbering of names. */
  private static final Set<String> OF_THREADS =
      Set.of(
          "start",
          "exit",
          "join",
          "interrupt",
          "isInterrupted",
          "interrupted",
          "setInterrupt",
          "clearInterrupt",
          "getAndClearInterrupt");

  private final VolatileFields fields;
  private final Map<String, Integer> rooms;
  private String self;

  private RawWeaver(ClassVisitor out, VolatileFields fields, Map<String, Integer> rooms) {
    super(Opcodes.ASM9, out);
    this.fields = fields;
    this.rooms = rooms;
  }

  static byte[] weave(byte[] classFile, VolatileFields fields) {
    ClassReader reader = new ClassReader(classFile);
    Map<String, Integer> rooms = new HashMap<>();
    reader.accept(new Rooms(rooms), ClassReader.SKIP_FRAMES);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new RawWeaver(writer, fields, rooms), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] types) {
    self = name;
    super.visit(version, access, name, signature, parent, types);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String desc, String signature, String[] exceptions) {
    MethodVisitor out = super.visitMethod(access, name, desc, signature, exceptions);
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return out;
    }
    if (self.equals(THREAD)) {
      return OF_THREADS.contains(name) ? ofThread(name, raw(out, access, name, desc)) : out;
    }
    if (name.equals("touch") && self.endsWith("/Marks")) {
      return new Entry(out, "touch", "(IJ)V");
    }
    return name.equals("<clinit>") ? out : raw(out, access, name, desc);
  }

  private MethodVisitor raw(MethodVisitor out, int access, String name, String desc) {
    String monitor = null;
    if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      monitor = (access & Opcodes.ACC_STATIC) != 0 ? "class" : "this";
    }
    boolean publishes = self.equals(DUAL_NODE) && name.equals("<init>");
    return new RawMethod(out, fields, self, monitor, publishes, rooms.get(name + desc));
  }

  private static MethodVisitor ofThread(String name, MethodVisitor out) {
    return switch (name) {
      case "start" -> new Entry(out, "fork", "(Ljava/lang/Thread;)V");
      case "exit" -> new Entry(out, "ended", "(Ljava/lang/Thread;)V");
      case "interrupt" -> new Entry(out, "interrupt", "(Ljava/lang/Thread;)V");
      default -> out;
    };
  }

  /** Calls a hook at the entry of a method. */
  private static final class Entry extends MethodVisitor {
    private final String hook;
    private final String desc;

    Entry(MethodVisitor out, String hook, String desc) {
      super(Opcodes.ASM9, out);
      this.hook = hook;
      this.desc = desc;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (desc.startsWith("(I")) {
        super.visitVarInsn(Opcodes.ILOAD, 0);
        super.visitVarInsn(Opcodes.LLOAD, 1);
      } else {
        super.visitVarInsn(Opcodes.ALOAD, 0);
      }
      super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, hook, desc, false);
    }
  }

  /** Collects how many local variables each method has. */
  private static final class Rooms extends ClassVisitor {
    private final Map<String, Integer> rooms;

    Rooms(Map<String, Integer> rooms) {
      super(Opcodes.ASM9);
      this.rooms = rooms;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String desc, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
          rooms.put(name + desc, maxLocals);
        }
      };
    }
  }
}
