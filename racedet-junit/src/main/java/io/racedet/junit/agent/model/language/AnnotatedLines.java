package io.racedet.junit.agent.model.language;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Collects the lines in the annotations of the methods of a class. */
public final class AnnotatedLines extends ClassVisitor {
  private static final String ANNOTATION = "Lio/racedet/junit/SyncModel;";
  private static final byte[] NAME = ANNOTATION.getBytes(StandardCharsets.UTF_8);
  private static final byte UTF8 = 1;
  private static final int LENGTH_BYTES = 2;

  private final AspectNames aspects;
  private final String className;
  private final List<ModelLine> lines = new ArrayList<>();

  private AnnotatedLines(String className, AspectNames aspects) {
    super(Opcodes.ASM9);
    this.className = className;
    this.aspects = aspects;
  }

  /**
   * The lines of a class; most classes have none.
   *
   * @throws ModelException if a line cannot be parsed
   */
  public static List<ModelLine> of(ClassReader reader, byte[] classFile, AspectNames aspects) {
    if (!names(reader, classFile)) {
      return List.of();
    }
    AnnotatedLines collector = new AnnotatedLines(reader.getClassName().replace('/', '.'), aspects);
    reader.accept(collector, ClassReader.SKIP_CODE);
    return collector.lines;
  }

  /** Whether the constant pool of the class contains the name of the annotation. */
  private static boolean names(ClassReader reader, byte[] classFile) {
    for (int item = 1; item < reader.getItemCount(); item++) {
      int at = reader.getItem(item);
      if (at > 0
          && classFile[at - 1] == UTF8
          && reader.readUnsignedShort(at) == NAME.length
          && Arrays.equals(
              classFile,
              at + LENGTH_BYTES,
              at + LENGTH_BYTES + NAME.length,
              NAME,
              0,
              NAME.length)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public AnnotationVisitor visitAnnotation(String type, boolean visible) {
        return type.equals(ANNOTATION) ? collector(name, descriptor) : null;
      }
    };
  }

  private AnnotationVisitor collector(String method, String descriptor) {
    List<String> parameters = SimpleTypes.namesOf(Type.getArgumentTypes(descriptor));
    String where = className + '.' + method + '(' + String.join(", ", parameters) + ')';
    return new AnnotationVisitor(Opcodes.ASM9) {
      @Override
      public void visit(String attribute, Object value) {
        ModelLocation origin = new ModelLocation("@SyncModel on " + where, 0);
        lines.add(ModelParser.line(origin, method, parameters, (String) value, aspects));
      }
    };
  }
}
