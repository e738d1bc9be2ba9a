target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"


; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @plain(i32 noundef %a, i32 noundef %b, i8* noundef %p) #0 !dbg !10 {
entry:
  %retval = alloca i32, align 4
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  %p.addr = alloca i8*, align 8
  store i32 %a, i32* %a.addr, align 4
  store i32 %b, i32* %b.addr, align 4
  store i8* %p, i8** %p.addr, align 8
  %0 = load i32, i32* %a.addr, align 4, !dbg !23
  %tobool = icmp ne i32 %0, 0, !dbg !23
  br i1 %tobool, label %if.then, label %if.end, !dbg !25

if.then:                                          ; preds = %entry
  store i32 1, i32* %retval, align 4, !dbg !26
  br label %return, !dbg !26

if.end:                                           ; preds = %entry
  %1 = load i32, i32* %b.addr, align 4, !dbg !27
  %tobool1 = icmp ne i32 %1, 0, !dbg !27
  br i1 %tobool1, label %if.end3, label %if.then2, !dbg !29

if.then2:                                         ; preds = %if.end
  store i32 2, i32* %retval, align 4, !dbg !30
  br label %return, !dbg !30

if.end3:                                          ; preds = %if.end
  %2 = load i32, i32* %a.addr, align 4, !dbg !31
  %3 = load i32, i32* %b.addr, align 4, !dbg !33
  %cmp = icmp sgt i32 %2, %3, !dbg !34
  br i1 %cmp, label %if.then4, label %if.else, !dbg !35

if.then4:                                         ; preds = %if.end3
  store i32 3, i32* %retval, align 4, !dbg !36
  br label %return, !dbg !36

if.else:                                          ; preds = %if.end3
  %4 = load i32, i32* %b.addr, align 4, !dbg !37
  %5 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %4, i32 1), !dbg !37, !nosanitize !16
  %6 = extractvalue { i32, i1 } %5, 0, !dbg !37, !nosanitize !16
  %7 = extractvalue { i32, i1 } %5, 1, !dbg !37, !nosanitize !16
  %8 = xor i1 %7, true, !dbg !37, !nosanitize !16
  br i1 %8, label %cont, label %handler.add_overflow, !dbg !37, !prof !38, !nosanitize !16

handler.add_overflow:                             ; preds = %if.else
  %9 = zext i32 %4 to i64, !dbg !37, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @1 to i8*), i64 %9, i64 1) #4, !dbg !37, !nosanitize !16
  br label %cont, !dbg !37, !nosanitize !16

cont:                                             ; preds = %handler.add_overflow, %if.else
  store i32 %6, i32* %b.addr, align 4, !dbg !37
  br label %if.end5

if.end5:                                          ; preds = %cont
  %10 = load i32, i32* %a.addr, align 4, !dbg !39
  %11 = load i32, i32* %b.addr, align 4, !dbg !41
  %cmp6 = icmp eq i32 %10, %11, !dbg !42
  br i1 %cmp6, label %if.end8, label %if.then7, !dbg !43

if.then7:                                         ; preds = %if.end5
  store i32 4, i32* %retval, align 4, !dbg !44
  br label %return, !dbg !44

if.end8:                                          ; preds = %if.end5
  %12 = load i8*, i8** %p.addr, align 8, !dbg !45
  %tobool9 = icmp ne i8* %12, null, !dbg !45
  br i1 %tobool9, label %if.then10, label %if.end13, !dbg !47

if.then10:                                        ; preds = %if.end8
  %13 = load i8*, i8** %p.addr, align 8, !dbg !48
  %14 = icmp ne i8* %13, null, !dbg !49, !nosanitize !16
  br i1 %14, label %cont11, label %handler.type_mismatch, !dbg !49, !prof !38, !nosanitize !16

handler.type_mismatch:                            ; preds = %if.then10
  %15 = ptrtoint i8* %13 to i64, !dbg !49, !nosanitize !16
  call void @__ubsan_handle_type_mismatch_v1(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [7 x i8] }*, i8, i8 }* @3 to i8*), i64 %15) #4, !dbg !49, !nosanitize !16
  br label %cont11, !dbg !49, !nosanitize !16

cont11:                                           ; preds = %handler.type_mismatch, %if.then10
  %16 = load i8, i8* %13, align 1, !dbg !49
  %conv = sext i8 %16 to i32, !dbg !49
  %tobool12 = icmp ne i32 %conv, 0, !dbg !49
  br i1 %tobool12, label %cond.true, label %cond.false, !dbg !49

cond.true:                                        ; preds = %cont11
  %17 = load i32, i32* %a.addr, align 4, !dbg !50
  br label %cond.end, !dbg !49

cond.false:                                       ; preds = %cont11
  %18 = load i32, i32* %b.addr, align 4, !dbg !51
  br label %cond.end, !dbg !49

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %17, %cond.true ], [ %18, %cond.false ], !dbg !49
  store i32 %cond, i32* %retval, align 4, !dbg !52
  br label %return, !dbg !52

if.end13:                                         ; preds = %if.end8
  %19 = load i32, i32* %a.addr, align 4, !dbg !53
  %tobool14 = icmp ne i32 %19, 0, !dbg !54
  %lnot = xor i1 %tobool14, true, !dbg !54
  %lnot15 = xor i1 %lnot, true, !dbg !55
  %lnot.ext = zext i1 %lnot15 to i32, !dbg !55
  store i32 %lnot.ext, i32* %retval, align 4, !dbg !56
  br label %return, !dbg !56

return:                                           ; preds = %if.end13, %cond.end, %if.then7, %if.then4, %if.then2, %if.then
  %20 = load i32, i32* %retval, align 4, !dbg !57
  ret i32 %20, !dbg !57
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

; Function Attrs: uwtable
declare void @__ubsan_handle_add_overflow(i8*, i64, i64) #2

; Function Attrs: uwtable
declare void @__ubsan_handle_type_mismatch_v1(i8*, i64) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @several(i32 noundef %a, i32 noundef %b, i32 noundef %c) #0 !dbg !58 {
entry:
  %retval = alloca i32, align 4
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  %c.addr = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %z = alloca i32, align 4
  store i32 %a, i32* %a.addr, align 4
  store i32 %b, i32* %b.addr, align 4
  store i32 %c, i32* %c.addr, align 4
  %0 = load i32, i32* %a.addr, align 4, !dbg !67
  %tobool = icmp ne i32 %0, 0, !dbg !67
  br i1 %tobool, label %land.lhs.true, label %if.end, !dbg !69

land.lhs.true:                                    ; preds = %entry
  %1 = load i32, i32* %b.addr, align 4, !dbg !70
  %tobool1 = icmp ne i32 %1, 0, !dbg !70
  br i1 %tobool1, label %if.then, label %if.end, !dbg !71

if.then:                                          ; preds = %land.lhs.true
  store i32 1, i32* %retval, align 4, !dbg !72
  br label %return, !dbg !72

if.end:                                           ; preds = %land.lhs.true, %entry
  %2 = load i32, i32* %a.addr, align 4, !dbg !73
  %tobool2 = icmp ne i32 %2, 0, !dbg !73
  br i1 %tobool2, label %if.end5, label %lor.lhs.false, !dbg !75

lor.lhs.false:                                    ; preds = %if.end
  %3 = load i32, i32* %b.addr, align 4, !dbg !76
  %tobool3 = icmp ne i32 %3, 0, !dbg !76
  br i1 %tobool3, label %if.end5, label %if.then4, !dbg !77

if.then4:                                         ; preds = %lor.lhs.false
  store i32 2, i32* %retval, align 4, !dbg !78
  br label %return, !dbg !78

if.end5:                                          ; preds = %lor.lhs.false, %if.end
  %4 = load i32, i32* %a.addr, align 4, !dbg !79
  %tobool6 = icmp ne i32 %4, 0, !dbg !79
  br i1 %tobool6, label %lor.lhs.false7, label %if.then11, !dbg !81

lor.lhs.false7:                                   ; preds = %if.end5
  %5 = load i32, i32* %b.addr, align 4, !dbg !82
  %tobool8 = icmp ne i32 %5, 0, !dbg !82
  br i1 %tobool8, label %if.end12, label %land.lhs.true9, !dbg !83

land.lhs.true9:                                   ; preds = %lor.lhs.false7
  %6 = load i32, i32* %c.addr, align 4, !dbg !84
  %tobool10 = icmp ne i32 %6, 0, !dbg !84
  br i1 %tobool10, label %if.then11, label %if.end12, !dbg !85

if.then11:                                        ; preds = %land.lhs.true9, %if.end5
  store i32 3, i32* %retval, align 4, !dbg !86
  br label %return, !dbg !86

if.end12:                                         ; preds = %land.lhs.true9, %lor.lhs.false7
  %7 = load i32, i32* %a.addr, align 4, !dbg !87
  %call = call i32 @f(i32 noundef %7) #5, !dbg !89
  %tobool13 = icmp ne i32 %call, 0, !dbg !89
  br i1 %tobool13, label %land.lhs.true14, label %if.end18, !dbg !90

land.lhs.true14:                                  ; preds = %if.end12
  %8 = load i32, i32* %b.addr, align 4, !dbg !91
  %call15 = call i32 @f(i32 noundef %8) #5, !dbg !92
  %tobool16 = icmp ne i32 %call15, 0, !dbg !92
  br i1 %tobool16, label %if.then17, label %if.end18, !dbg !93

if.then17:                                        ; preds = %land.lhs.true14
  store i32 4, i32* %retval, align 4, !dbg !94
  br label %return, !dbg !94

if.end18:                                         ; preds = %land.lhs.true14, %if.end12
  %9 = load i32, i32* %a.addr, align 4, !dbg !95
  %10 = load i32, i32* %b.addr, align 4, !dbg !97
  %tobool19 = icmp ne i32 %10, 0, !dbg !97
  br i1 %tobool19, label %lor.end, label %lor.rhs, !dbg !98

lor.rhs:                                          ; preds = %if.end18
  %11 = load i32, i32* %c.addr, align 4, !dbg !99
  %tobool20 = icmp ne i32 %11, 0, !dbg !98
  br label %lor.end, !dbg !98

lor.end:                                          ; preds = %lor.rhs, %if.end18
  %12 = phi i1 [ true, %if.end18 ], [ %tobool20, %lor.rhs ]
  br i1 %12, label %if.then21, label %if.end22, !dbg !100

if.then21:                                        ; preds = %lor.end
  store i32 5, i32* %retval, align 4, !dbg !101
  br label %return, !dbg !101

if.end22:                                         ; preds = %lor.end
  %13 = load i32, i32* %a.addr, align 4, !dbg !102
  %tobool23 = icmp ne i32 %13, 0, !dbg !102
  br i1 %tobool23, label %land.lhs.true24, label %if.end30, !dbg !104

land.lhs.true24:                                  ; preds = %if.end22
  %14 = load i32, i32* %b.addr, align 4, !dbg !105
  %call25 = call i32 @f(i32 noundef %14) #5, !dbg !106
  %tobool26 = icmp ne i32 %call25, 0, !dbg !106
  br i1 %tobool26, label %land.lhs.true27, label %if.end30, !dbg !107

land.lhs.true27:                                  ; preds = %land.lhs.true24
  %15 = load i32, i32* %c.addr, align 4, !dbg !108
  %tobool28 = icmp ne i32 %15, 0, !dbg !108
  br i1 %tobool28, label %if.then29, label %if.end30, !dbg !109

if.then29:                                        ; preds = %land.lhs.true27
  store i32 6, i32* %retval, align 4, !dbg !110
  br label %return, !dbg !110

if.end30:                                         ; preds = %land.lhs.true27, %land.lhs.true24, %if.end22
  %16 = load i32, i32* %a.addr, align 4, !dbg !113
  %tobool31 = icmp ne i32 %16, 0, !dbg !113
  br i1 %tobool31, label %land.rhs, label %land.end, !dbg !114

land.rhs:                                         ; preds = %if.end30
  %17 = load i32, i32* %b.addr, align 4, !dbg !115
  %tobool32 = icmp ne i32 %17, 0, !dbg !114
  br label %land.end

land.end:                                         ; preds = %land.rhs, %if.end30
  %18 = phi i1 [ false, %if.end30 ], [ %tobool32, %land.rhs ], !dbg !116
  %land.ext = zext i1 %18 to i32, !dbg !114
  store i32 %land.ext, i32* %x, align 4, !dbg !112
  %19 = load i32, i32* %a.addr, align 4, !dbg !119
  %tobool33 = icmp ne i32 %19, 0, !dbg !119
  br i1 %tobool33, label %lor.end37, label %lor.rhs34, !dbg !120

lor.rhs34:                                        ; preds = %land.end
  %20 = load i32, i32* %b.addr, align 4, !dbg !121
  %call35 = call i32 @f(i32 noundef %20) #5, !dbg !122
  %tobool36 = icmp ne i32 %call35, 0, !dbg !120
  br label %lor.end37, !dbg !120

lor.end37:                                        ; preds = %lor.rhs34, %land.end
  %21 = phi i1 [ true, %land.end ], [ %tobool36, %lor.rhs34 ]
  %lor.ext = zext i1 %21 to i32, !dbg !120
  store i32 %lor.ext, i32* %y, align 4, !dbg !118
  %22 = load i32, i32* %a.addr, align 4, !dbg !125
  %tobool38 = icmp ne i32 %22, 0, !dbg !125
  br i1 %tobool38, label %land.rhs39, label %land.end41, !dbg !126

land.rhs39:                                       ; preds = %lor.end37
  %23 = load i32, i32* %c.addr, align 4, !dbg !127
  %tobool40 = icmp ne i32 %23, 0, !dbg !126
  br label %land.end41

land.end41:                                       ; preds = %land.rhs39, %lor.end37
  %24 = phi i1 [ false, %lor.end37 ], [ %tobool40, %land.rhs39 ], !dbg !116
  %lnot = xor i1 %24, true, !dbg !128
  %lnot.ext = zext i1 %lnot to i32, !dbg !128
  store i32 %lnot.ext, i32* %z, align 4, !dbg !124
  %25 = load i32, i32* %x, align 4, !dbg !129
  %26 = load i32, i32* %y, align 4, !dbg !130
  %27 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %25, i32 %26), !dbg !131, !nosanitize !16
  %28 = extractvalue { i32, i1 } %27, 0, !dbg !131, !nosanitize !16
  %29 = extractvalue { i32, i1 } %27, 1, !dbg !131, !nosanitize !16
  %30 = xor i1 %29, true, !dbg !131, !nosanitize !16
  br i1 %30, label %cont, label %handler.add_overflow, !dbg !131, !prof !38, !nosanitize !16

handler.add_overflow:                             ; preds = %land.end41
  %31 = zext i32 %25 to i64, !dbg !131, !nosanitize !16
  %32 = zext i32 %26 to i64, !dbg !131, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @4 to i8*), i64 %31, i64 %32) #4, !dbg !131, !nosanitize !16
  br label %cont, !dbg !131, !nosanitize !16

cont:                                             ; preds = %handler.add_overflow, %land.end41
  %33 = load i32, i32* %z, align 4, !dbg !132
  %34 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %28, i32 %33), !dbg !133, !nosanitize !16
  %35 = extractvalue { i32, i1 } %34, 0, !dbg !133, !nosanitize !16
  %36 = extractvalue { i32, i1 } %34, 1, !dbg !133, !nosanitize !16
  %37 = xor i1 %36, true, !dbg !133, !nosanitize !16
  br i1 %37, label %cont44, label %handler.add_overflow43, !dbg !133, !prof !38, !nosanitize !16

handler.add_overflow43:                           ; preds = %cont
  %38 = zext i32 %28 to i64, !dbg !133, !nosanitize !16
  %39 = zext i32 %33 to i64, !dbg !133, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @5 to i8*), i64 %38, i64 %39) #4, !dbg !133, !nosanitize !16
  br label %cont44, !dbg !133, !nosanitize !16

cont44:                                           ; preds = %handler.add_overflow43, %cont
  store i32 %35, i32* %retval, align 4, !dbg !134
  br label %return, !dbg !134

return:                                           ; preds = %cont44, %if.then29, %if.then21, %if.then17, %if.then11, %if.then4, %if.then
  %40 = load i32, i32* %retval, align 4, !dbg !135
  ret i32 %40, !dbg !135
}

declare i32 @f(i32 noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @loops(i32 noundef %n, i32 noundef %m) #0 !dbg !136 {
entry:
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  store i32 %m, i32* %m.addr, align 4
  br label %while.cond, !dbg !143

while.cond:                                       ; preds = %cont, %entry
  %0 = load i32, i32* %n.addr, align 4, !dbg !144
  %tobool = icmp ne i32 %0, 0, !dbg !143
  br i1 %tobool, label %while.body, label %while.end, !dbg !143

while.body:                                       ; preds = %while.cond
  %1 = load i32, i32* %n.addr, align 4, !dbg !145
  %2 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %1, i32 1), !dbg !145, !nosanitize !16
  %3 = extractvalue { i32, i1 } %2, 0, !dbg !145, !nosanitize !16
  %4 = extractvalue { i32, i1 } %2, 1, !dbg !145, !nosanitize !16
  %5 = xor i1 %4, true, !dbg !145, !nosanitize !16
  br i1 %5, label %cont, label %handler.sub_overflow, !dbg !145, !prof !38, !nosanitize !16

handler.sub_overflow:                             ; preds = %while.body
  %6 = zext i32 %1 to i64, !dbg !145, !nosanitize !16
  call void @__ubsan_handle_sub_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @6 to i8*), i64 %6, i64 1) #4, !dbg !145, !nosanitize !16
  br label %cont, !dbg !145, !nosanitize !16

cont:                                             ; preds = %handler.sub_overflow, %while.body
  store i32 %3, i32* %n.addr, align 4, !dbg !145
  br label %while.cond, !dbg !143, !llvm.loop !146

while.end:                                        ; preds = %while.cond
  br label %while.cond1, !dbg !148

while.cond1:                                      ; preds = %cont4, %while.end
  %7 = load i32, i32* %n.addr, align 4, !dbg !149
  %cmp = icmp slt i32 %7, 3, !dbg !150
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !151

land.rhs:                                         ; preds = %while.cond1
  %8 = load i32, i32* %m.addr, align 4, !dbg !152
  %tobool2 = icmp ne i32 %8, 0, !dbg !151
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond1
  %9 = phi i1 [ false, %while.cond1 ], [ %tobool2, %land.rhs ], !dbg !153
  br i1 %9, label %while.body3, label %while.end5, !dbg !148

while.body3:                                      ; preds = %land.end
  %10 = load i32, i32* %n.addr, align 4, !dbg !154
  %11 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %10, i32 1), !dbg !154, !nosanitize !16
  %12 = extractvalue { i32, i1 } %11, 0, !dbg !154, !nosanitize !16
  %13 = extractvalue { i32, i1 } %11, 1, !dbg !154, !nosanitize !16
  %14 = xor i1 %13, true, !dbg !154, !nosanitize !16
  br i1 %14, label %cont4, label %handler.add_overflow, !dbg !154, !prof !38, !nosanitize !16

handler.add_overflow:                             ; preds = %while.body3
  %15 = zext i32 %10 to i64, !dbg !154, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @7 to i8*), i64 %15, i64 1) #4, !dbg !154, !nosanitize !16
  br label %cont4, !dbg !154, !nosanitize !16

cont4:                                            ; preds = %handler.add_overflow, %while.body3
  store i32 %12, i32* %n.addr, align 4, !dbg !154
  br label %while.cond1, !dbg !148, !llvm.loop !155

while.end5:                                       ; preds = %land.end
  br label %while.cond6, !dbg !156

while.cond6:                                      ; preds = %cont13, %while.end5
  %16 = load i32, i32* %n.addr, align 4, !dbg !157
  %cmp7 = icmp sgt i32 %16, 9, !dbg !158
  br i1 %cmp7, label %lor.end, label %lor.rhs, !dbg !159

lor.rhs:                                          ; preds = %while.cond6
  %17 = load i32, i32* %m.addr, align 4, !dbg !160
  %cmp8 = icmp sgt i32 %17, 9, !dbg !161
  br label %lor.end, !dbg !159

lor.end:                                          ; preds = %lor.rhs, %while.cond6
  %18 = phi i1 [ true, %while.cond6 ], [ %cmp8, %lor.rhs ]
  %lnot = xor i1 %18, true, !dbg !162
  br i1 %lnot, label %while.body9, label %while.end14, !dbg !156

while.body9:                                      ; preds = %lor.end
  %19 = load i32, i32* %n.addr, align 4, !dbg !163
  %20 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %19, i32 1), !dbg !163, !nosanitize !16
  %21 = extractvalue { i32, i1 } %20, 0, !dbg !163, !nosanitize !16
  %22 = extractvalue { i32, i1 } %20, 1, !dbg !163, !nosanitize !16
  %23 = xor i1 %22, true, !dbg !163, !nosanitize !16
  br i1 %23, label %cont11, label %handler.add_overflow10, !dbg !163, !prof !38, !nosanitize !16

handler.add_overflow10:                           ; preds = %while.body9
  %24 = zext i32 %19 to i64, !dbg !163, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @8 to i8*), i64 %24, i64 1) #4, !dbg !163, !nosanitize !16
  br label %cont11, !dbg !163, !nosanitize !16

cont11:                                           ; preds = %handler.add_overflow10, %while.body9
  store i32 %21, i32* %n.addr, align 4, !dbg !163
  %25 = load i32, i32* %m.addr, align 4, !dbg !164
  %26 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %25, i32 1), !dbg !164, !nosanitize !16
  %27 = extractvalue { i32, i1 } %26, 0, !dbg !164, !nosanitize !16
  %28 = extractvalue { i32, i1 } %26, 1, !dbg !164, !nosanitize !16
  %29 = xor i1 %28, true, !dbg !164, !nosanitize !16
  br i1 %29, label %cont13, label %handler.add_overflow12, !dbg !164, !prof !38, !nosanitize !16

handler.add_overflow12:                           ; preds = %cont11
  %30 = zext i32 %25 to i64, !dbg !164, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @9 to i8*), i64 %30, i64 1) #4, !dbg !164, !nosanitize !16
  br label %cont13, !dbg !164, !nosanitize !16

cont13:                                           ; preds = %handler.add_overflow12, %cont11
  store i32 %27, i32* %m.addr, align 4, !dbg !164
  br label %while.cond6, !dbg !156, !llvm.loop !165

while.end14:                                      ; preds = %lor.end
  br label %do.body, !dbg !166

do.body:                                          ; preds = %do.cond, %while.end14
  %31 = load i32, i32* %n.addr, align 4, !dbg !167
  %32 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %31, i32 1), !dbg !167, !nosanitize !16
  %33 = extractvalue { i32, i1 } %32, 0, !dbg !167, !nosanitize !16
  %34 = extractvalue { i32, i1 } %32, 1, !dbg !167, !nosanitize !16
  %35 = xor i1 %34, true, !dbg !167, !nosanitize !16
  br i1 %35, label %cont16, label %handler.sub_overflow15, !dbg !167, !prof !38, !nosanitize !16

handler.sub_overflow15:                           ; preds = %do.body
  %36 = zext i32 %31 to i64, !dbg !167, !nosanitize !16
  call void @__ubsan_handle_sub_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @10 to i8*), i64 %36, i64 1) #4, !dbg !167, !nosanitize !16
  br label %cont16, !dbg !167, !nosanitize !16

cont16:                                           ; preds = %handler.sub_overflow15, %do.body
  store i32 %33, i32* %n.addr, align 4, !dbg !167
  br label %do.cond, !dbg !169

do.cond:                                          ; preds = %cont16
  %37 = load i32, i32* %m.addr, align 4, !dbg !170
  %tobool17 = icmp ne i32 %37, 0, !dbg !171
  %lnot18 = xor i1 %tobool17, true, !dbg !171
  br i1 %lnot18, label %do.body, label %do.end, !dbg !169, !llvm.loop !172

do.end:                                           ; preds = %do.cond
  store i32 0, i32* %i, align 4, !dbg !176
  br label %for.cond, !dbg !177

for.cond:                                         ; preds = %cont22, %do.end
  %38 = load i32, i32* %i, align 4, !dbg !178
  %39 = load i32, i32* %n.addr, align 4, !dbg !180
  %cmp19 = icmp slt i32 %38, %39, !dbg !181
  br i1 %cmp19, label %for.body, label %for.end, !dbg !182

for.body:                                         ; preds = %for.cond
  %40 = load i32, i32* %i, align 4, !dbg !183
  %cmp20 = icmp eq i32 %40, 2, !dbg !185
  br i1 %cmp20, label %if.then, label %if.else, !dbg !186

if.then:                                          ; preds = %for.body
  br label %for.end, !dbg !187

if.else:                                          ; preds = %for.body
  br label %for.inc, !dbg !188

for.inc:                                          ; preds = %if.else
  %41 = load i32, i32* %i, align 4, !dbg !189
  %42 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %41, i32 1), !dbg !189, !nosanitize !16
  %43 = extractvalue { i32, i1 } %42, 0, !dbg !189, !nosanitize !16
  %44 = extractvalue { i32, i1 } %42, 1, !dbg !189, !nosanitize !16
  %45 = xor i1 %44, true, !dbg !189, !nosanitize !16
  br i1 %45, label %cont22, label %handler.add_overflow21, !dbg !189, !prof !38, !nosanitize !16

handler.add_overflow21:                           ; preds = %for.inc
  %46 = zext i32 %41 to i64, !dbg !189, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @11 to i8*), i64 %46, i64 1) #4, !dbg !189, !nosanitize !16
  br label %cont22, !dbg !189, !nosanitize !16

cont22:                                           ; preds = %handler.add_overflow21, %for.inc
  store i32 %43, i32* %i, align 4, !dbg !189
  br label %for.cond, !dbg !190, !llvm.loop !191

for.end:                                          ; preds = %if.then, %for.cond
  br label %for.cond23, !dbg !193

for.cond23:                                       ; preds = %if.end, %for.end
  %47 = load i32, i32* %n.addr, align 4, !dbg !194
  %48 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %47, i32 1), !dbg !194, !nosanitize !16
  %49 = extractvalue { i32, i1 } %48, 0, !dbg !194, !nosanitize !16
  %50 = extractvalue { i32, i1 } %48, 1, !dbg !194, !nosanitize !16
  %51 = xor i1 %50, true, !dbg !194, !nosanitize !16
  br i1 %51, label %cont25, label %handler.add_overflow24, !dbg !194, !prof !38, !nosanitize !16

handler.add_overflow24:                           ; preds = %for.cond23
  %52 = zext i32 %47 to i64, !dbg !194, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @12 to i8*), i64 %52, i64 1) #4, !dbg !194, !nosanitize !16
  br label %cont25, !dbg !194, !nosanitize !16

cont25:                                           ; preds = %handler.add_overflow24, %for.cond23
  store i32 %49, i32* %n.addr, align 4, !dbg !194
  %cmp26 = icmp sgt i32 %47, 5, !dbg !198
  br i1 %cmp26, label %if.then27, label %if.end, !dbg !199

if.then27:                                        ; preds = %cont25
  %53 = load i32, i32* %n.addr, align 4, !dbg !200
  ret i32 %53, !dbg !201

if.end:                                           ; preds = %cont25
  br label %for.cond23, !dbg !202, !llvm.loop !203
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #1

; Function Attrs: uwtable
declare void @__ubsan_handle_sub_overflow(i8*, i64, i64) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %a, i64 noundef %b, i8 noundef zeroext %c) #0 !dbg !206 {
entry:
  %retval = alloca i32, align 4
  %a.addr = alloca i32, align 4
  %b.addr = alloca i64, align 8
  %c.addr = alloca i8, align 1
  store i32 %a, i32* %a.addr, align 4
  store i64 %b, i64* %b.addr, align 8
  store i8 %c, i8* %c.addr, align 1
  %0 = load i32, i32* %a.addr, align 4, !dbg !217
  switch i32 %0, label %sw.default [
    i32 1, label %sw.bb
    i32 2, label %sw.bb
    i32 3, label %sw.bb1
  ], !dbg !218

sw.bb:                                            ; preds = %entry, %entry
  store i32 1, i32* %retval, align 4, !dbg !219
  br label %return, !dbg !219

sw.bb1:                                           ; preds = %entry
  %1 = load i64, i64* %b.addr, align 8, !dbg !221
  %2 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %1, i64 1), !dbg !221, !nosanitize !16
  %3 = extractvalue { i64, i1 } %2, 0, !dbg !221, !nosanitize !16
  %4 = extractvalue { i64, i1 } %2, 1, !dbg !221, !nosanitize !16
  %5 = xor i1 %4, true, !dbg !221, !nosanitize !16
  br i1 %5, label %cont, label %handler.add_overflow, !dbg !221, !prof !38, !nosanitize !16

handler.add_overflow:                             ; preds = %sw.bb1
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [7 x i8] }* }* @14 to i8*), i64 %1, i64 1) #4, !dbg !221, !nosanitize !16
  br label %cont, !dbg !221, !nosanitize !16

cont:                                             ; preds = %handler.add_overflow, %sw.bb1
  store i64 %3, i64* %b.addr, align 8, !dbg !221
  br label %sw.default, !dbg !222

sw.default:                                       ; preds = %entry, %cont
  br label %sw.epilog, !dbg !223

sw.epilog:                                        ; preds = %sw.default
  %6 = load i64, i64* %b.addr, align 8, !dbg !224
  switch i64 %6, label %sw.epilog3 [
    i64 1, label %sw.bb2
  ], !dbg !225

sw.bb2:                                           ; preds = %sw.epilog
  store i32 3, i32* %retval, align 4, !dbg !226
  br label %return, !dbg !226

sw.epilog3:                                       ; preds = %sw.epilog
  %7 = load i8, i8* %c.addr, align 1, !dbg !228
  %conv = zext i8 %7 to i32, !dbg !228
  switch i32 %conv, label %sw.epilog5 [
    i32 200, label %sw.bb4
  ], !dbg !229

sw.bb4:                                           ; preds = %sw.epilog3
  store i32 4, i32* %retval, align 4, !dbg !230
  br label %return, !dbg !230

sw.epilog5:                                       ; preds = %sw.epilog3
  %8 = load i32, i32* %a.addr, align 4, !dbg !232
  %tobool = icmp ne i32 %8, 0, !dbg !232
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !232

cond.true:                                        ; preds = %sw.epilog5
  %9 = load i64, i64* %b.addr, align 8, !dbg !233
  br label %cond.end, !dbg !232

cond.false:                                       ; preds = %sw.epilog5
  %10 = load i8, i8* %c.addr, align 1, !dbg !234
  %conv6 = zext i8 %10 to i64, !dbg !234
  br label %cond.end, !dbg !232

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %9, %cond.true ], [ %conv6, %cond.false ], !dbg !232
  %conv7 = trunc i64 %cond to i32, !dbg !232
  store i32 %conv7, i32* %retval, align 4, !dbg !235
  br label %return, !dbg !235

return:                                           ; preds = %cond.end, %sw.bb4, %sw.bb2, %sw.bb
  %11 = load i32, i32* %retval, align 4, !dbg !236
  ret i32 %11, !dbg !236
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @macros(i32 noundef %a, i32 noundef %b, i32 noundef %c) #0 !dbg !237 {
entry:
  %retval = alloca i32, align 4
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  %c.addr = alloca i32, align 4
  store i32 %a, i32* %a.addr, align 4
  store i32 %b, i32* %b.addr, align 4
  store i32 %c, i32* %c.addr, align 4
  %0 = load i32, i32* %a.addr, align 4, !dbg !244
  %tobool = icmp ne i32 %0, 0, !dbg !244
  br i1 %tobool, label %if.end, label %if.then, !dbg !246

if.then:                                          ; preds = %entry
  store i32 3, i32* %retval, align 4, !dbg !244
  br label %return, !dbg !244

if.end:                                           ; preds = %entry
  %1 = load i32, i32* %a.addr, align 4, !dbg !247
  %2 = load i32, i32* %b.addr, align 4, !dbg !247
  %cmp = icmp sgt i32 %1, %2, !dbg !247
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !247

cond.true:                                        ; preds = %if.end
  %3 = load i32, i32* %a.addr, align 4, !dbg !247
  br label %cond.end, !dbg !247

cond.false:                                       ; preds = %if.end
  %4 = load i32, i32* %b.addr, align 4, !dbg !247
  br label %cond.end, !dbg !247

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %3, %cond.true ], [ %4, %cond.false ], !dbg !247
  store i32 %cond, i32* %a.addr, align 4, !dbg !248
  %5 = load i32, i32* %a.addr, align 4, !dbg !249
  %call = call i32 @f(i32 noundef %5) #5, !dbg !249
  %6 = load i32, i32* %b.addr, align 4, !dbg !249
  %cmp1 = icmp sgt i32 %call, %6, !dbg !249
  br i1 %cmp1, label %cond.true2, label %cond.false4, !dbg !249

cond.true2:                                       ; preds = %cond.end
  %7 = load i32, i32* %a.addr, align 4, !dbg !249
  %call3 = call i32 @f(i32 noundef %7) #5, !dbg !249
  br label %cond.end5, !dbg !249

cond.false4:                                      ; preds = %cond.end
  %8 = load i32, i32* %b.addr, align 4, !dbg !249
  br label %cond.end5, !dbg !249

cond.end5:                                        ; preds = %cond.false4, %cond.true2
  %cond6 = phi i32 [ %call3, %cond.true2 ], [ %8, %cond.false4 ], !dbg !249
  %9 = load i32, i32* %c.addr, align 4, !dbg !249
  %call7 = call i32 @f(i32 noundef %9) #5, !dbg !249
  %cmp8 = icmp sgt i32 %cond6, %call7, !dbg !249
  br i1 %cmp8, label %cond.true9, label %cond.false17, !dbg !249

cond.true9:                                       ; preds = %cond.end5
  %10 = load i32, i32* %a.addr, align 4, !dbg !249
  %call10 = call i32 @f(i32 noundef %10) #5, !dbg !249
  %11 = load i32, i32* %b.addr, align 4, !dbg !249
  %cmp11 = icmp sgt i32 %call10, %11, !dbg !249
  br i1 %cmp11, label %cond.true12, label %cond.false14, !dbg !249

cond.true12:                                      ; preds = %cond.true9
  %12 = load i32, i32* %a.addr, align 4, !dbg !249
  %call13 = call i32 @f(i32 noundef %12) #5, !dbg !249
  br label %cond.end15, !dbg !249

cond.false14:                                     ; preds = %cond.true9
  %13 = load i32, i32* %b.addr, align 4, !dbg !249
  br label %cond.end15, !dbg !249

cond.end15:                                       ; preds = %cond.false14, %cond.true12
  %cond16 = phi i32 [ %call13, %cond.true12 ], [ %13, %cond.false14 ], !dbg !249
  br label %cond.end19, !dbg !249

cond.false17:                                     ; preds = %cond.end5
  %14 = load i32, i32* %c.addr, align 4, !dbg !249
  %call18 = call i32 @f(i32 noundef %14) #5, !dbg !249
  br label %cond.end19, !dbg !249

cond.end19:                                       ; preds = %cond.false17, %cond.end15
  %cond20 = phi i32 [ %cond16, %cond.end15 ], [ %call18, %cond.false17 ], !dbg !249
  store i32 %cond20, i32* %b.addr, align 4, !dbg !250
  %15 = load i32, i32* %a.addr, align 4, !dbg !251
  %tobool21 = icmp ne i32 %15, 0, !dbg !251
  br i1 %tobool21, label %land.lhs.true, label %if.then23, !dbg !251

land.lhs.true:                                    ; preds = %cond.end19
  %16 = load i32, i32* %b.addr, align 4, !dbg !251
  %tobool22 = icmp ne i32 %16, 0, !dbg !251
  br i1 %tobool22, label %if.end24, label %if.then23, !dbg !253

if.then23:                                        ; preds = %land.lhs.true, %cond.end19
  store i32 3, i32* %retval, align 4, !dbg !251
  br label %return, !dbg !251

if.end24:                                         ; preds = %land.lhs.true
  %17 = load i32, i32* %a.addr, align 4, !dbg !254
  store i32 %17, i32* %retval, align 4, !dbg !255
  br label %return, !dbg !255

return:                                           ; preds = %if.end24, %if.then23, %if.then
  %18 = load i32, i32* %retval, align 4, !dbg !256
  ret i32 %18, !dbg !256
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @values(i32 noundef %a, i1 noundef zeroext %b, double noundef %d) #0 !dbg !257 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i8, align 1
  %d.addr = alloca double, align 8
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %t = alloca i32, align 4
  %tmp = alloca i32, align 4
  store i32 %a, i32* %a.addr, align 4
  %frombool = zext i1 %b to i8
  store i8 %frombool, i8* %b.addr, align 1
  store double %d, double* %d.addr, align 8
  %0 = load i32, i32* %a.addr, align 4, !dbg !271
  %cmp = icmp sgt i32 %0, 3, !dbg !272
  %conv = zext i1 %cmp to i32, !dbg !272
  store i32 %conv, i32* %x, align 4, !dbg !270
  %1 = load i32, i32* %a.addr, align 4, !dbg !275
  %tobool = icmp ne i32 %1, 0, !dbg !275
  %2 = zext i1 %tobool to i64, !dbg !275
  %cond = select i1 %tobool, i32 1, i32 0, !dbg !275
  store i32 %cond, i32* %y, align 4, !dbg !274
  %3 = load i32, i32* %a.addr, align 4, !dbg !276
  %tobool1 = icmp ne i32 %3, 0, !dbg !276
  %frombool2 = zext i1 %tobool1 to i8, !dbg !277
  store i8 %frombool2, i8* %b.addr, align 1, !dbg !277
  %4 = load i8, i8* %b.addr, align 1, !dbg !278
  %5 = icmp ule i8 %4, 1, !dbg !278, !nosanitize !16
  %6 = zext i8 %4 to i64, !dbg !278, !nosanitize !16
  br i1 %5, label %cont, label %handler.load_invalid_value, !dbg !278, !prof !38, !nosanitize !16

handler.load_invalid_value:                       ; preds = %entry
  call void @__ubsan_handle_load_invalid_value(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [21 x i8] }* }* @16 to i8*), i64 %6) #4, !dbg !278, !nosanitize !16
  br label %cont, !dbg !278, !nosanitize !16

cont:                                             ; preds = %handler.load_invalid_value, %entry
  %tobool3 = trunc i8 %4 to i1, !dbg !278
  br i1 %tobool3, label %if.then, label %if.end, !dbg !280

if.then:                                          ; preds = %cont
  %7 = load i32, i32* %x, align 4, !dbg !281
  %8 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %7, i32 1), !dbg !281, !nosanitize !16
  %9 = extractvalue { i32, i1 } %8, 0, !dbg !281, !nosanitize !16
  %10 = extractvalue { i32, i1 } %8, 1, !dbg !281, !nosanitize !16
  %11 = xor i1 %10, true, !dbg !281, !nosanitize !16
  br i1 %11, label %cont4, label %handler.add_overflow, !dbg !281, !prof !38, !nosanitize !16

handler.add_overflow:                             ; preds = %if.then
  %12 = zext i32 %7 to i64, !dbg !281, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @17 to i8*), i64 %12, i64 1) #4, !dbg !281, !nosanitize !16
  br label %cont4, !dbg !281, !nosanitize !16

cont4:                                            ; preds = %handler.add_overflow, %if.then
  store i32 %9, i32* %x, align 4, !dbg !281
  br label %if.end, !dbg !282

if.end:                                           ; preds = %cont4, %cont
  %13 = load i8, i8* %b.addr, align 1, !dbg !283
  %14 = icmp ule i8 %13, 1, !dbg !283, !nosanitize !16
  %15 = zext i8 %13 to i64, !dbg !283, !nosanitize !16
  br i1 %14, label %cont6, label %handler.load_invalid_value5, !dbg !283, !prof !38, !nosanitize !16

handler.load_invalid_value5:                      ; preds = %if.end
  call void @__ubsan_handle_load_invalid_value(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [21 x i8] }* }* @18 to i8*), i64 %15) #4, !dbg !283, !nosanitize !16
  br label %cont6, !dbg !283, !nosanitize !16

cont6:                                            ; preds = %handler.load_invalid_value5, %if.end
  %tobool7 = trunc i8 %13 to i1, !dbg !283
  store i8 1, i8* %b.addr, align 1, !dbg !283
  br i1 true, label %if.then8, label %if.end11, !dbg !285

if.then8:                                         ; preds = %cont6
  %16 = load i32, i32* %x, align 4, !dbg !286
  %17 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %16, i32 1), !dbg !286, !nosanitize !16
  %18 = extractvalue { i32, i1 } %17, 0, !dbg !286, !nosanitize !16
  %19 = extractvalue { i32, i1 } %17, 1, !dbg !286, !nosanitize !16
  %20 = xor i1 %19, true, !dbg !286, !nosanitize !16
  br i1 %20, label %cont10, label %handler.add_overflow9, !dbg !286, !prof !38, !nosanitize !16

handler.add_overflow9:                            ; preds = %if.then8
  %21 = zext i32 %16 to i64, !dbg !286, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @19 to i8*), i64 %21, i64 1) #4, !dbg !286, !nosanitize !16
  br label %cont10, !dbg !286, !nosanitize !16

cont10:                                           ; preds = %handler.add_overflow9, %if.then8
  store i32 %18, i32* %x, align 4, !dbg !286
  br label %if.end11, !dbg !287

if.end11:                                         ; preds = %cont10, %cont6
  %22 = load double, double* %d.addr, align 8, !dbg !288
  %tobool12 = fcmp une double %22, 0.000000e+00, !dbg !288
  br i1 %tobool12, label %if.then13, label %if.end16, !dbg !290

if.then13:                                        ; preds = %if.end11
  %23 = load i32, i32* %x, align 4, !dbg !291
  %24 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %23, i32 1), !dbg !291, !nosanitize !16
  %25 = extractvalue { i32, i1 } %24, 0, !dbg !291, !nosanitize !16
  %26 = extractvalue { i32, i1 } %24, 1, !dbg !291, !nosanitize !16
  %27 = xor i1 %26, true, !dbg !291, !nosanitize !16
  br i1 %27, label %cont15, label %handler.add_overflow14, !dbg !291, !prof !38, !nosanitize !16

handler.add_overflow14:                           ; preds = %if.then13
  %28 = zext i32 %23 to i64, !dbg !291, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @20 to i8*), i64 %28, i64 1) #4, !dbg !291, !nosanitize !16
  br label %cont15, !dbg !291, !nosanitize !16

cont15:                                           ; preds = %handler.add_overflow14, %if.then13
  store i32 %25, i32* %x, align 4, !dbg !291
  br label %if.end16, !dbg !292

if.end16:                                         ; preds = %cont15, %if.end11
  %29 = load i32, i32* %a.addr, align 4, !dbg !293
  store i32 %29, i32* %x, align 4, !dbg !295
  %tobool17 = icmp ne i32 %29, 0, !dbg !295
  br i1 %tobool17, label %if.then18, label %if.end21, !dbg !296

if.then18:                                        ; preds = %if.end16
  %30 = load i32, i32* %x, align 4, !dbg !297
  %31 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %30, i32 1), !dbg !297, !nosanitize !16
  %32 = extractvalue { i32, i1 } %31, 0, !dbg !297, !nosanitize !16
  %33 = extractvalue { i32, i1 } %31, 1, !dbg !297, !nosanitize !16
  %34 = xor i1 %33, true, !dbg !297, !nosanitize !16
  br i1 %34, label %cont20, label %handler.add_overflow19, !dbg !297, !prof !38, !nosanitize !16

handler.add_overflow19:                           ; preds = %if.then18
  %35 = zext i32 %30 to i64, !dbg !297, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @21 to i8*), i64 %35, i64 1) #4, !dbg !297, !nosanitize !16
  br label %cont20, !dbg !297, !nosanitize !16

cont20:                                           ; preds = %handler.add_overflow19, %if.then18
  store i32 %32, i32* %x, align 4, !dbg !297
  br label %if.end21, !dbg !298

if.end21:                                         ; preds = %cont20, %if.end16
  %36 = load i32, i32* %a.addr, align 4, !dbg !303
  %call = call i32 @f(i32 noundef %36) #5, !dbg !304
  store i32 %call, i32* %t, align 4, !dbg !302
  %37 = load i32, i32* %t, align 4, !dbg !305
  %cmp22 = icmp sgt i32 %37, 2, !dbg !306
  %conv23 = zext i1 %cmp22 to i32, !dbg !306
  store i32 %conv23, i32* %tmp, align 4, !dbg !307
  %38 = load i32, i32* %tmp, align 4, !dbg !308
  %tobool24 = icmp ne i32 %38, 0, !dbg !309
  br i1 %tobool24, label %if.then25, label %if.end28, !dbg !310

if.then25:                                        ; preds = %if.end21
  %39 = load i32, i32* %x, align 4, !dbg !311
  %40 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %39, i32 1), !dbg !311, !nosanitize !16
  %41 = extractvalue { i32, i1 } %40, 0, !dbg !311, !nosanitize !16
  %42 = extractvalue { i32, i1 } %40, 1, !dbg !311, !nosanitize !16
  %43 = xor i1 %42, true, !dbg !311, !nosanitize !16
  br i1 %43, label %cont27, label %handler.add_overflow26, !dbg !311, !prof !38, !nosanitize !16

handler.add_overflow26:                           ; preds = %if.then25
  %44 = zext i32 %39 to i64, !dbg !311, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @22 to i8*), i64 %44, i64 1) #4, !dbg !311, !nosanitize !16
  br label %cont27, !dbg !311, !nosanitize !16

cont27:                                           ; preds = %handler.add_overflow26, %if.then25
  store i32 %41, i32* %x, align 4, !dbg !311
  br label %if.end28, !dbg !312

if.end28:                                         ; preds = %cont27, %if.end21
  %45 = load i32, i32* %x, align 4, !dbg !313
  %46 = load i32, i32* %y, align 4, !dbg !314
  %47 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %45, i32 %46), !dbg !315, !nosanitize !16
  %48 = extractvalue { i32, i1 } %47, 0, !dbg !315, !nosanitize !16
  %49 = extractvalue { i32, i1 } %47, 1, !dbg !315, !nosanitize !16
  %50 = xor i1 %49, true, !dbg !315, !nosanitize !16
  br i1 %50, label %cont30, label %handler.add_overflow29, !dbg !315, !prof !38, !nosanitize !16

handler.add_overflow29:                           ; preds = %if.end28
  %51 = zext i32 %45 to i64, !dbg !315, !nosanitize !16
  %52 = zext i32 %46 to i64, !dbg !315, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @23 to i8*), i64 %51, i64 %52) #4, !dbg !315, !nosanitize !16
  br label %cont30, !dbg !315, !nosanitize !16

cont30:                                           ; preds = %handler.add_overflow29, %if.end28
  %53 = load i8, i8* %b.addr, align 1, !dbg !316
  %54 = icmp ule i8 %53, 1, !dbg !316, !nosanitize !16
  %55 = zext i8 %53 to i64, !dbg !316, !nosanitize !16
  br i1 %54, label %cont32, label %handler.load_invalid_value31, !dbg !316, !prof !38, !nosanitize !16

handler.load_invalid_value31:                     ; preds = %cont30
  call void @__ubsan_handle_load_invalid_value(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [21 x i8] }* }* @24 to i8*), i64 %55) #4, !dbg !316, !nosanitize !16
  br label %cont32, !dbg !316, !nosanitize !16

cont32:                                           ; preds = %handler.load_invalid_value31, %cont30
  %tobool33 = trunc i8 %53 to i1, !dbg !316
  %conv34 = zext i1 %tobool33 to i32, !dbg !316
  %56 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %48, i32 %conv34), !dbg !317, !nosanitize !16
  %57 = extractvalue { i32, i1 } %56, 0, !dbg !317, !nosanitize !16
  %58 = extractvalue { i32, i1 } %56, 1, !dbg !317, !nosanitize !16
  %59 = xor i1 %58, true, !dbg !317, !nosanitize !16
  br i1 %59, label %cont36, label %handler.add_overflow35, !dbg !317, !prof !38, !nosanitize !16

handler.add_overflow35:                           ; preds = %cont32
  %60 = zext i32 %48 to i64, !dbg !317, !nosanitize !16
  %61 = zext i32 %conv34 to i64, !dbg !317, !nosanitize !16
  call void @__ubsan_handle_add_overflow(i8* bitcast ({ { [11 x i8]*, i32, i32 }, { i16, i16, [6 x i8] }* }* @25 to i8*), i64 %60, i64 %61) #4, !dbg !317, !nosanitize !16
  br label %cont36, !dbg !317, !nosanitize !16

cont36:                                           ; preds = %handler.add_overflow35, %cont32
  %tobool37 = icmp ne i32 %57, 0, !dbg !317
  br i1 %tobool37, label %cond.true, label %cond.false, !dbg !313

cond.true:                                        ; preds = %cont36
  br label %cond.end, !dbg !313

cond.false:                                       ; preds = %cont36
  %62 = load i32, i32* %a.addr, align 4, !dbg !318
  br label %cond.end, !dbg !313

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond38 = phi i32 [ %57, %cond.true ], [ %62, %cond.false ], !dbg !313
  ret i32 %cond38, !dbg !319
}

; Function Attrs: uwtable
declare void @__ubsan_handle_load_invalid_value(i8*, i64) #2



!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "branches.c", directory: "/work")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "plain", scope: !1, file: !1, line: 7, type: !11, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13, !13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!16 = !{}
!17 = !DILocalVariable(name: "a", arg: 1, scope: !10, file: !1, line: 7, type: !13)
!18 = !DILocation(line: 7, column: 15, scope: !10)
!19 = !DILocalVariable(name: "b", arg: 2, scope: !10, file: !1, line: 7, type: !13)
!20 = !DILocation(line: 7, column: 22, scope: !10)
!21 = !DILocalVariable(name: "p", arg: 3, scope: !10, file: !1, line: 7, type: !14)
!22 = !DILocation(line: 7, column: 31, scope: !10)
!23 = !DILocation(line: 9, column: 6, scope: !24)
!24 = distinct !DILexicalBlock(scope: !10, file: !1, line: 9, column: 6)
!25 = !DILocation(line: 9, column: 6, scope: !10)
!26 = !DILocation(line: 9, column: 9, scope: !24)
!27 = !DILocation(line: 10, column: 7, scope: !28)
!28 = distinct !DILexicalBlock(scope: !10, file: !1, line: 10, column: 6)
!29 = !DILocation(line: 10, column: 6, scope: !10)
!30 = !DILocation(line: 10, column: 10, scope: !28)
!31 = !DILocation(line: 11, column: 6, scope: !32)
!32 = distinct !DILexicalBlock(scope: !10, file: !1, line: 11, column: 6)
!33 = !DILocation(line: 11, column: 10, scope: !32)
!34 = !DILocation(line: 11, column: 8, scope: !32)
!35 = !DILocation(line: 11, column: 6, scope: !10)
!36 = !DILocation(line: 11, column: 13, scope: !32)
!37 = !DILocation(line: 11, column: 29, scope: !32)
!38 = !{!"branch_weights", i32 1048575, i32 1}
!39 = !DILocation(line: 12, column: 8, scope: !40)
!40 = distinct !DILexicalBlock(scope: !10, file: !1, line: 12, column: 6)
!41 = !DILocation(line: 12, column: 13, scope: !40)
!42 = !DILocation(line: 12, column: 10, scope: !40)
!43 = !DILocation(line: 12, column: 6, scope: !10)
!44 = !DILocation(line: 12, column: 17, scope: !40)
!45 = !DILocation(line: 13, column: 6, scope: !46)
!46 = distinct !DILexicalBlock(scope: !10, file: !1, line: 13, column: 6)
!47 = !DILocation(line: 13, column: 6, scope: !10)
!48 = !DILocation(line: 13, column: 17, scope: !46)
!49 = !DILocation(line: 13, column: 16, scope: !46)
!50 = !DILocation(line: 13, column: 21, scope: !46)
!51 = !DILocation(line: 13, column: 25, scope: !46)
!52 = !DILocation(line: 13, column: 9, scope: !46)
!53 = !DILocation(line: 14, column: 11, scope: !10)
!54 = !DILocation(line: 14, column: 10, scope: !10)
!55 = !DILocation(line: 14, column: 9, scope: !10)
!56 = !DILocation(line: 14, column: 2, scope: !10)
!57 = !DILocation(line: 15, column: 1, scope: !10)
!58 = distinct !DISubprogram(name: "several", scope: !1, file: !1, line: 17, type: !59, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!59 = !DISubroutineType(types: !60)
!60 = !{!13, !13, !13, !13}
!61 = !DILocalVariable(name: "a", arg: 1, scope: !58, file: !1, line: 17, type: !13)
!62 = !DILocation(line: 17, column: 17, scope: !58)
!63 = !DILocalVariable(name: "b", arg: 2, scope: !58, file: !1, line: 17, type: !13)
!64 = !DILocation(line: 17, column: 24, scope: !58)
!65 = !DILocalVariable(name: "c", arg: 3, scope: !58, file: !1, line: 17, type: !13)
!66 = !DILocation(line: 17, column: 31, scope: !58)
!67 = !DILocation(line: 19, column: 6, scope: !68)
!68 = distinct !DILexicalBlock(scope: !58, file: !1, line: 19, column: 6)
!69 = !DILocation(line: 19, column: 8, scope: !68)
!70 = !DILocation(line: 19, column: 11, scope: !68)
!71 = !DILocation(line: 19, column: 6, scope: !58)
!72 = !DILocation(line: 19, column: 14, scope: !68)
!73 = !DILocation(line: 20, column: 8, scope: !74)
!74 = distinct !DILexicalBlock(scope: !58, file: !1, line: 20, column: 6)
!75 = !DILocation(line: 20, column: 10, scope: !74)
!76 = !DILocation(line: 20, column: 13, scope: !74)
!77 = !DILocation(line: 20, column: 6, scope: !58)
!78 = !DILocation(line: 20, column: 17, scope: !74)
!79 = !DILocation(line: 21, column: 7, scope: !80)
!80 = distinct !DILexicalBlock(scope: !58, file: !1, line: 21, column: 6)
!81 = !DILocation(line: 21, column: 9, scope: !80)
!82 = !DILocation(line: 21, column: 13, scope: !80)
!83 = !DILocation(line: 21, column: 15, scope: !80)
!84 = !DILocation(line: 21, column: 18, scope: !80)
!85 = !DILocation(line: 21, column: 6, scope: !58)
!86 = !DILocation(line: 21, column: 21, scope: !80)
!87 = !DILocation(line: 22, column: 8, scope: !88)
!88 = distinct !DILexicalBlock(scope: !58, file: !1, line: 22, column: 6)
!89 = !DILocation(line: 22, column: 6, scope: !88)
!90 = !DILocation(line: 22, column: 11, scope: !88)
!91 = !DILocation(line: 22, column: 16, scope: !88)
!92 = !DILocation(line: 22, column: 14, scope: !88)
!93 = !DILocation(line: 22, column: 6, scope: !58)
!94 = !DILocation(line: 22, column: 20, scope: !88)
!95 = !DILocation(line: 23, column: 7, scope: !96)
!96 = distinct !DILexicalBlock(scope: !58, file: !1, line: 23, column: 6)
!97 = !DILocation(line: 23, column: 10, scope: !96)
!98 = !DILocation(line: 23, column: 12, scope: !96)
!99 = !DILocation(line: 23, column: 15, scope: !96)
!100 = !DILocation(line: 23, column: 6, scope: !58)
!101 = !DILocation(line: 23, column: 19, scope: !96)
!102 = !DILocation(line: 24, column: 6, scope: !103)
!103 = distinct !DILexicalBlock(scope: !58, file: !1, line: 24, column: 6)
!104 = !DILocation(line: 24, column: 8, scope: !103)
!105 = !DILocation(line: 24, column: 13, scope: !103)
!106 = !DILocation(line: 24, column: 11, scope: !103)
!107 = !DILocation(line: 24, column: 16, scope: !103)
!108 = !DILocation(line: 24, column: 19, scope: !103)
!109 = !DILocation(line: 24, column: 6, scope: !58)
!110 = !DILocation(line: 24, column: 22, scope: !103)
!111 = !DILocalVariable(name: "x", scope: !58, file: !1, line: 25, type: !13)
!112 = !DILocation(line: 25, column: 6, scope: !58)
!113 = !DILocation(line: 25, column: 10, scope: !58)
!114 = !DILocation(line: 25, column: 12, scope: !58)
!115 = !DILocation(line: 25, column: 15, scope: !58)
!116 = !DILocation(line: 0, scope: !58)
!117 = !DILocalVariable(name: "y", scope: !58, file: !1, line: 25, type: !13)
!118 = !DILocation(line: 25, column: 18, scope: !58)
!119 = !DILocation(line: 25, column: 22, scope: !58)
!120 = !DILocation(line: 25, column: 24, scope: !58)
!121 = !DILocation(line: 25, column: 29, scope: !58)
!122 = !DILocation(line: 25, column: 27, scope: !58)
!123 = !DILocalVariable(name: "z", scope: !58, file: !1, line: 25, type: !13)
!124 = !DILocation(line: 25, column: 33, scope: !58)
!125 = !DILocation(line: 25, column: 39, scope: !58)
!126 = !DILocation(line: 25, column: 41, scope: !58)
!127 = !DILocation(line: 25, column: 44, scope: !58)
!128 = !DILocation(line: 25, column: 37, scope: !58)
!129 = !DILocation(line: 26, column: 9, scope: !58)
!130 = !DILocation(line: 26, column: 13, scope: !58)
!131 = !DILocation(line: 26, column: 11, scope: !58)
!132 = !DILocation(line: 26, column: 17, scope: !58)
!133 = !DILocation(line: 26, column: 15, scope: !58)
!134 = !DILocation(line: 26, column: 2, scope: !58)
!135 = !DILocation(line: 27, column: 1, scope: !58)
!136 = distinct !DISubprogram(name: "loops", scope: !1, file: !1, line: 29, type: !137, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!137 = !DISubroutineType(types: !138)
!138 = !{!13, !13, !13}
!139 = !DILocalVariable(name: "n", arg: 1, scope: !136, file: !1, line: 29, type: !13)
!140 = !DILocation(line: 29, column: 15, scope: !136)
!141 = !DILocalVariable(name: "m", arg: 2, scope: !136, file: !1, line: 29, type: !13)
!142 = !DILocation(line: 29, column: 22, scope: !136)
!143 = !DILocation(line: 31, column: 2, scope: !136)
!144 = !DILocation(line: 31, column: 9, scope: !136)
!145 = !DILocation(line: 31, column: 13, scope: !136)
!146 = distinct !{!146, !143, !145, !147}
!147 = !{!"llvm.loop.mustprogress"}
!148 = !DILocation(line: 32, column: 2, scope: !136)
!149 = !DILocation(line: 32, column: 9, scope: !136)
!150 = !DILocation(line: 32, column: 11, scope: !136)
!151 = !DILocation(line: 32, column: 15, scope: !136)
!152 = !DILocation(line: 32, column: 18, scope: !136)
!153 = !DILocation(line: 0, scope: !136)
!154 = !DILocation(line: 32, column: 22, scope: !136)
!155 = distinct !{!155, !148, !154, !147}
!156 = !DILocation(line: 33, column: 2, scope: !136)
!157 = !DILocation(line: 33, column: 11, scope: !136)
!158 = !DILocation(line: 33, column: 13, scope: !136)
!159 = !DILocation(line: 33, column: 17, scope: !136)
!160 = !DILocation(line: 33, column: 20, scope: !136)
!161 = !DILocation(line: 33, column: 22, scope: !136)
!162 = !DILocation(line: 33, column: 9, scope: !136)
!163 = !DILocation(line: 33, column: 29, scope: !136)
!164 = !DILocation(line: 33, column: 34, scope: !136)
!165 = distinct !{!165, !156, !164, !147}
!166 = !DILocation(line: 34, column: 2, scope: !136)
!167 = !DILocation(line: 34, column: 8, scope: !168)
!168 = distinct !DILexicalBlock(scope: !136, file: !1, line: 34, column: 5)
!169 = !DILocation(line: 34, column: 12, scope: !168)
!170 = !DILocation(line: 34, column: 22, scope: !136)
!171 = !DILocation(line: 34, column: 21, scope: !136)
!172 = distinct !{!172, !166, !173, !147}
!173 = !DILocation(line: 34, column: 23, scope: !136)
!174 = !DILocalVariable(name: "i", scope: !175, file: !1, line: 35, type: !13)
!175 = distinct !DILexicalBlock(scope: !136, file: !1, line: 35, column: 2)
!176 = !DILocation(line: 35, column: 11, scope: !175)
!177 = !DILocation(line: 35, column: 7, scope: !175)
!178 = !DILocation(line: 35, column: 18, scope: !179)
!179 = distinct !DILexicalBlock(scope: !175, file: !1, line: 35, column: 2)
!180 = !DILocation(line: 35, column: 22, scope: !179)
!181 = !DILocation(line: 35, column: 20, scope: !179)
!182 = !DILocation(line: 35, column: 2, scope: !175)
!183 = !DILocation(line: 35, column: 34, scope: !184)
!184 = distinct !DILexicalBlock(scope: !179, file: !1, line: 35, column: 34)
!185 = !DILocation(line: 35, column: 36, scope: !184)
!186 = !DILocation(line: 35, column: 34, scope: !179)
!187 = !DILocation(line: 35, column: 42, scope: !184)
!188 = !DILocation(line: 35, column: 54, scope: !184)
!189 = !DILocation(line: 35, column: 26, scope: !179)
!190 = !DILocation(line: 35, column: 2, scope: !179)
!191 = distinct !{!191, !182, !192, !147}
!192 = !DILocation(line: 35, column: 54, scope: !175)
!193 = !DILocation(line: 36, column: 2, scope: !136)
!194 = !DILocation(line: 36, column: 16, scope: !195)
!195 = distinct !DILexicalBlock(scope: !196, file: !1, line: 36, column: 15)
!196 = distinct !DILexicalBlock(scope: !197, file: !1, line: 36, column: 2)
!197 = distinct !DILexicalBlock(scope: !136, file: !1, line: 36, column: 2)
!198 = !DILocation(line: 36, column: 19, scope: !195)
!199 = !DILocation(line: 36, column: 15, scope: !196)
!200 = !DILocation(line: 36, column: 31, scope: !195)
!201 = !DILocation(line: 36, column: 24, scope: !195)
!202 = !DILocation(line: 36, column: 2, scope: !196)
!203 = distinct !{!203, !204, !205}
!204 = !DILocation(line: 36, column: 2, scope: !197)
!205 = !DILocation(line: 36, column: 31, scope: !197)
!206 = distinct !DISubprogram(name: "choose", scope: !1, file: !1, line: 40, type: !207, scopeLine: 41, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!207 = !DISubroutineType(types: !208)
!208 = !{!13, !13, !209, !210}
!209 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!210 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!211 = !DILocalVariable(name: "a", arg: 1, scope: !206, file: !1, line: 40, type: !13)
!212 = !DILocation(line: 40, column: 16, scope: !206)
!213 = !DILocalVariable(name: "b", arg: 2, scope: !206, file: !1, line: 40, type: !209)
!214 = !DILocation(line: 40, column: 24, scope: !206)
!215 = !DILocalVariable(name: "c", arg: 3, scope: !206, file: !1, line: 40, type: !210)
!216 = !DILocation(line: 40, column: 41, scope: !206)
!217 = !DILocation(line: 42, column: 10, scope: !206)
!218 = !DILocation(line: 42, column: 2, scope: !206)
!219 = !DILocation(line: 43, column: 18, scope: !220)
!220 = distinct !DILexicalBlock(scope: !206, file: !1, line: 42, column: 13)
!221 = !DILocation(line: 44, column: 11, scope: !220)
!222 = !DILocation(line: 44, column: 10, scope: !220)
!223 = !DILocation(line: 45, column: 11, scope: !220)
!224 = !DILocation(line: 47, column: 10, scope: !206)
!225 = !DILocation(line: 47, column: 2, scope: !206)
!226 = !DILocation(line: 47, column: 23, scope: !227)
!227 = distinct !DILexicalBlock(scope: !206, file: !1, line: 47, column: 13)
!228 = !DILocation(line: 48, column: 10, scope: !206)
!229 = !DILocation(line: 48, column: 2, scope: !206)
!230 = !DILocation(line: 48, column: 25, scope: !231)
!231 = distinct !DILexicalBlock(scope: !206, file: !1, line: 48, column: 13)
!232 = !DILocation(line: 49, column: 9, scope: !206)
!233 = !DILocation(line: 49, column: 13, scope: !206)
!234 = !DILocation(line: 49, column: 17, scope: !206)
!235 = !DILocation(line: 49, column: 2, scope: !206)
!236 = !DILocation(line: 50, column: 1, scope: !206)
!237 = distinct !DISubprogram(name: "macros", scope: !1, file: !1, line: 52, type: !59, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!238 = !DILocalVariable(name: "a", arg: 1, scope: !237, file: !1, line: 52, type: !13)
!239 = !DILocation(line: 52, column: 16, scope: !237)
!240 = !DILocalVariable(name: "b", arg: 2, scope: !237, file: !1, line: 52, type: !13)
!241 = !DILocation(line: 52, column: 23, scope: !237)
!242 = !DILocalVariable(name: "c", arg: 3, scope: !237, file: !1, line: 52, type: !13)
!243 = !DILocation(line: 52, column: 30, scope: !237)
!244 = !DILocation(line: 54, column: 2, scope: !245)
!245 = distinct !DILexicalBlock(scope: !237, file: !1, line: 54, column: 2)
!246 = !DILocation(line: 54, column: 2, scope: !237)
!247 = !DILocation(line: 55, column: 6, scope: !237)
!248 = !DILocation(line: 55, column: 4, scope: !237)
!249 = !DILocation(line: 56, column: 6, scope: !237)
!250 = !DILocation(line: 56, column: 4, scope: !237)
!251 = !DILocation(line: 57, column: 2, scope: !252)
!252 = distinct !DILexicalBlock(scope: !237, file: !1, line: 57, column: 2)
!253 = !DILocation(line: 57, column: 2, scope: !237)
!254 = !DILocation(line: 58, column: 9, scope: !237)
!255 = !DILocation(line: 58, column: 2, scope: !237)
!256 = !DILocation(line: 59, column: 1, scope: !237)
!257 = distinct !DISubprogram(name: "values", scope: !1, file: !1, line: 61, type: !258, scopeLine: 62, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!258 = !DISubroutineType(types: !259)
!259 = !{!13, !13, !260, !262}
!260 = !DIDerivedType(tag: DW_TAG_typedef, name: "flag", file: !1, line: 5, baseType: !261)
!261 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!262 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!263 = !DILocalVariable(name: "a", arg: 1, scope: !257, file: !1, line: 61, type: !13)
!264 = !DILocation(line: 61, column: 16, scope: !257)
!265 = !DILocalVariable(name: "b", arg: 2, scope: !257, file: !1, line: 61, type: !260)
!266 = !DILocation(line: 61, column: 24, scope: !257)
!267 = !DILocalVariable(name: "d", arg: 3, scope: !257, file: !1, line: 61, type: !262)
!268 = !DILocation(line: 61, column: 34, scope: !257)
!269 = !DILocalVariable(name: "x", scope: !257, file: !1, line: 63, type: !13)
!270 = !DILocation(line: 63, column: 6, scope: !257)
!271 = !DILocation(line: 63, column: 10, scope: !257)
!272 = !DILocation(line: 63, column: 12, scope: !257)
!273 = !DILocalVariable(name: "y", scope: !257, file: !1, line: 63, type: !13)
!274 = !DILocation(line: 63, column: 17, scope: !257)
!275 = !DILocation(line: 63, column: 21, scope: !257)
!276 = !DILocation(line: 64, column: 6, scope: !257)
!277 = !DILocation(line: 64, column: 4, scope: !257)
!278 = !DILocation(line: 65, column: 6, scope: !279)
!279 = distinct !DILexicalBlock(scope: !257, file: !1, line: 65, column: 6)
!280 = !DILocation(line: 65, column: 6, scope: !257)
!281 = !DILocation(line: 65, column: 10, scope: !279)
!282 = !DILocation(line: 65, column: 9, scope: !279)
!283 = !DILocation(line: 66, column: 6, scope: !284)
!284 = distinct !DILexicalBlock(scope: !257, file: !1, line: 66, column: 6)
!285 = !DILocation(line: 66, column: 6, scope: !257)
!286 = !DILocation(line: 66, column: 12, scope: !284)
!287 = !DILocation(line: 66, column: 11, scope: !284)
!288 = !DILocation(line: 67, column: 6, scope: !289)
!289 = distinct !DILexicalBlock(scope: !257, file: !1, line: 67, column: 6)
!290 = !DILocation(line: 67, column: 6, scope: !257)
!291 = !DILocation(line: 67, column: 10, scope: !289)
!292 = !DILocation(line: 67, column: 9, scope: !289)
!293 = !DILocation(line: 68, column: 11, scope: !294)
!294 = distinct !DILexicalBlock(scope: !257, file: !1, line: 68, column: 6)
!295 = !DILocation(line: 68, column: 9, scope: !294)
!296 = !DILocation(line: 68, column: 6, scope: !257)
!297 = !DILocation(line: 68, column: 16, scope: !294)
!298 = !DILocation(line: 68, column: 15, scope: !294)
!299 = !DILocalVariable(name: "t", scope: !300, file: !1, line: 69, type: !13)
!300 = distinct !DILexicalBlock(scope: !301, file: !1, line: 69, column: 7)
!301 = distinct !DILexicalBlock(scope: !257, file: !1, line: 69, column: 6)
!302 = !DILocation(line: 69, column: 13, scope: !300)
!303 = !DILocation(line: 69, column: 19, scope: !300)
!304 = !DILocation(line: 69, column: 17, scope: !300)
!305 = !DILocation(line: 69, column: 23, scope: !300)
!306 = !DILocation(line: 69, column: 25, scope: !300)
!307 = !DILocation(line: 69, column: 9, scope: !300)
!308 = !DILocation(line: 69, column: 30, scope: !300)
!309 = !DILocation(line: 69, column: 6, scope: !301)
!310 = !DILocation(line: 69, column: 6, scope: !257)
!311 = !DILocation(line: 69, column: 35, scope: !301)
!312 = !DILocation(line: 69, column: 34, scope: !301)
!313 = !DILocation(line: 71, column: 9, scope: !257)
!314 = !DILocation(line: 71, column: 13, scope: !257)
!315 = !DILocation(line: 71, column: 11, scope: !257)
!316 = !DILocation(line: 71, column: 17, scope: !257)
!317 = !DILocation(line: 71, column: 15, scope: !257)
!318 = !DILocation(line: 71, column: 22, scope: !257)
!319 = !DILocation(line: 71, column: 2, scope: !257)
