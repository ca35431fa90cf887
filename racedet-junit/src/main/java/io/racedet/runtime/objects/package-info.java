/** Numbers that stand for the objects of a recording. */
package io.racedet.runtime.objects;
